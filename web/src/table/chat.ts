/** What has been said, and what of it is new to the reader. */
import type { Message } from "../wire";

/** The latest message, by its number; 0: nothing has been said. */
export function latestIn(chat: readonly Message[]): number {
  return chat.at(-1)?.sequence ?? 0;
}

/** How many messages came after that one; numbers, because a table remembers only the last of them. */
export function unreadIn(chat: readonly Message[], lastRead: number): number {
  return chat.filter(({ sequence }) => sequence > lastRead).length;
}
