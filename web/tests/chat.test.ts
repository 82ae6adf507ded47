import { expect, test } from "vitest";
import { latestIn, unreadIn } from "../src/table/chat";
import type { Message } from "../src/wire";

function messages(...sequences: number[]): Message[] {
  return sequences.map((sequence) => ({ sequence, at: 1, seat: 1, name: "Bo", text: "hi", notice: null }));
}

test("messages after the last one that was read are unread, even if earlier ones are no longer sent", () => {
  const read = latestIn(messages(3, 5, 9));
  expect(unreadIn(messages(3, 5, 9, 12), read)).toBe(1);
  expect(unreadIn(messages(9, 12, 13), read)).toBe(2);
  expect(unreadIn(messages(5, 9), read)).toBe(0);
  expect(unreadIn(messages(3), latestIn([]))).toBe(1);
});
