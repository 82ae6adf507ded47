/** Read and unread chat messages. */
import type { Message } from "../wire";

/** Return the sequence number of the latest message, or 0. */
export function latestIn(chat: readonly Message[]): number {
  return chat.at(-1)?.sequence ?? 0;
}

/** Return the number of messages after the last one that was read. Positions would not do: a table keeps only recent messages. */
export function unreadIn(chat: readonly Message[], lastRead: number): number {
  return chat.filter(({ sequence }) => sequence > lastRead).length;
}
