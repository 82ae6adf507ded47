import { afterEach, expect, test, vi } from "vitest";
import { keepAwake } from "../src/alone/awake";

afterEach(() => vi.unstubAllGlobals());

test("a screen that may sleep again before the browser has agreed is let go as soon as it has", async () => {
  const release = vi.fn(() => Promise.resolve());
  let grant = (_: { release: () => Promise<void> }): void => undefined;
  const request = vi.fn(() => new Promise<{ release: () => Promise<void> }>((granted) => (grant = granted)));
  const listening = { visibilityState: "visible", addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal("navigator", { wakeLock: { request } });
  vi.stubGlobal("document", listening);
  keepAwake()();
  grant({ release });
  await vi.waitFor(() => expect(release).toHaveBeenCalledOnce());
  expect(request).toHaveBeenCalledOnce();
  expect(listening.removeEventListener).toHaveBeenCalled();
});
