import { afterEach, expect, test, vi } from "vitest";
import { saveSeat, savedSeat } from "../src/server/seats";
import { browserStorage } from "../src/storage";
import { MemoryStorage } from "./memory-storage";

afterEach(() => vi.unstubAllGlobals());

test("values stay in memory if the browser forbids storage", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new DOMException("", "SecurityError");
    },
    setItem: () => {
      throw new DOMException("", "SecurityError");
    },
  });
  expect(browserStorage.getItem("covergames.theme")).toBeNull();
  saveSeat({ table: "one", token: "secret", game: "cover-me", title: "", at: 1 });
  expect(savedSeat("one")?.token).toBe("secret");
});

test("a value that could not be saved is replaced once saving works", () => {
  const stored = new MemoryStorage();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.getItem(key),
    setItem: () => {
      throw new DOMException("", "QuotaExceededError");
    },
  });
  browserStorage.setItem("covergames.sound", "true");
  vi.stubGlobal("localStorage", stored);
  expect([browserStorage.getItem("covergames.sound"), stored.getItem("covergames.sound")]).toEqual(["true", null]);
  browserStorage.setItem("covergames.sound", "false");
  expect([browserStorage.getItem("covergames.sound"), stored.getItem("covergames.sound")]).toEqual(["false", "false"]);
});
