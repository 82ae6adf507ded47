import { afterEach, expect, test, vi } from "vitest";
import { holdWakeLock } from "../src/design/wake-lock";

afterEach(() => vi.unstubAllGlobals());

test("a wake lock that is granted after it was given up is released at once", async () => {
  const release = vi.fn(() => Promise.resolve());
  let grant = (_: { release: () => Promise<void> }): void => undefined;
  const request = vi.fn(() => new Promise<{ release: () => Promise<void> }>((granted) => (grant = granted)));
  const listening = { visibilityState: "visible", addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal("navigator", { wakeLock: { request } });
  vi.stubGlobal("document", listening);
  holdWakeLock()();
  grant({ release });
  await vi.waitFor(() => expect(release).toHaveBeenCalledOnce());
  expect(request).toHaveBeenCalledOnce();
  expect(listening.removeEventListener).toHaveBeenCalled();
});
