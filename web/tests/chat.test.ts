import { expect, test } from "vitest";
import { latestIn, unreadIn } from "../src/table/chat";
import type { Message } from "../src/wire";

function said(...sequences: number[]): Message[] {
  return sequences.map((sequence) => ({ sequence, at: 1, seat: 1, name: "Bo", text: "hi" }));
}

test("unread is what came after the last message that was read, also where earlier ones are not told again", () => {
  const read = latestIn(said(3, 5, 9));
  expect(unreadIn(said(3, 5, 9, 12), read)).toBe(1);
  expect(unreadIn(said(9, 12, 13), read)).toBe(2);
  expect(unreadIn(said(5, 9), read)).toBe(0);
  expect(unreadIn(said(3), latestIn([]))).toBe(1);
});
