import { expect, test } from "vitest";
import { place } from "../gallery/table-fixture";
import { clockFace, deadlinesOf } from "../src/table/deadline";
import { welcome } from "./welcome";

test("deadlines are the earlier of decision time and absence, by the browser's clock", () => {
  const seats = [
    place("Ada", { decision_until: 9_000 }),
    place("Bo", { decision_until: 9_000, stand_in_at: 4_000 }),
    place("Cy"),
  ];
  expect(deadlinesOf({ table: { ...welcome.table, seats }, offset: 500 })).toEqual([8_500, 3_500, null]);
  expect(deadlinesOf({ table: null, offset: 0 })).toEqual([]);
});

test.each([
  [0, "0:00"],
  [59, "0:59"],
  [125, "2:05"],
])("%i seconds are shown as %s", (seconds, face) => {
  expect(clockFace(seconds)).toBe(face);
});
