/** Who can be reported to the operator of the server, and by whom. */
import type { Message, Seat, TableView, You } from "../wire";

/** A person, or a message of theirs, that a player wants to report. */
export interface Reported {
  name: string;
  seat: Seat | null;
  /** The sequence number of the message. Null: the person is reported. */
  message: number | null;
}

/** Return whether the viewer may report others: only people at the table may. */
export function mayReport(you: You): boolean {
  return you.seat !== null || you.host;
}

/** Return the message as something to report. Null: nobody else wrote it. */
export function reportedMessage({ sequence, seat, name, notice }: Message, you: You): Reported | null {
  return notice != null || !mayReport(you) || seat === you.seat ? null : { name, seat, message: sequence };
}

/** Return the person in a seat as somebody to report. Null: it is free, a bot's, or the viewer's own. */
export function reportedPerson(table: TableView, seat: Seat, you: You): Reported | null {
  const { name, bot } = table.seats[seat] ?? { name: null, bot: null };
  return name === null || bot !== null || !mayReport(you) || seat === you.seat ? null : { name, seat, message: null };
}
