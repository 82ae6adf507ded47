import { afterEach, expect, test, vi } from "vitest";
import { drawer } from "../src/drawer";
import { keepSeat, seatAt } from "../src/server/seats";
import { Drawer } from "./drawer";

afterEach(() => vi.unstubAllGlobals());

test("where the browser forbids storage, the page remembers by itself", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new DOMException("", "SecurityError");
    },
    setItem: () => {
      throw new DOMException("", "SecurityError");
    },
  });
  expect(drawer.getItem("covergames.theme")).toBeNull();
  keepSeat({ table: "one", token: "secret", game: "cover-me", title: "", at: 1 });
  expect(seatAt("one")?.token).toBe("secret");
});

test("what can be kept is kept in the browser, and what could not be before is not told any more", () => {
  const full = new Drawer();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => full.getItem(key),
    setItem: () => {
      throw new DOMException("", "QuotaExceededError");
    },
  });
  drawer.setItem("covergames.sound", "true");
  vi.stubGlobal("localStorage", full);
  expect([drawer.getItem("covergames.sound"), full.getItem("covergames.sound")]).toEqual(["true", null]);
  drawer.setItem("covergames.sound", "false");
  expect([drawer.getItem("covergames.sound"), full.getItem("covergames.sound")]).toEqual(["false", "false"]);
});
