import { describe, expect, test } from "vitest";
import { latestIn, unreadIn } from "../src/table/chat";
import { newMessage } from "../src/table/chat-news.svelte";
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

describe("a new message", () => {
  const message = (sequence: number, seat: number | null, notice: Message["notice"] = null): Message => ({
    sequence,
    at: 1,
    seat,
    name: "Bo",
    text: `message ${sequence}`,
    notice,
  });
  const chat = [message(3, 1), message(5, 0), message(7, 1, "away")];

  test("is the latest of somebody else, without notices", () => {
    expect(newMessage(chat, 0, { seat: 0, host: false })?.sequence).toBe(3);
    expect(newMessage(chat, 3, { seat: 0, host: false })).toBeNull();
    expect(newMessage(chat, 3, { seat: 1, host: false })?.sequence).toBe(5);
  });

  test("of a host without a seat is news to spectators", () => {
    expect(newMessage([message(8, null)], 0, { seat: null, host: false })?.sequence).toBe(8);
    expect(newMessage([message(8, null)], 0, { seat: null, host: true })).toBeNull();
  });
});
