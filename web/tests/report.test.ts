import { expect, test } from "vitest";
import { reportedMessage, reportedPerson } from "../src/table/report";
import type { Message, Place, TableView, You } from "../src/wire";

const ada: You = { seat: 0, host: true };
const spectator: You = { seat: null, host: false };
const message = (seat: number | null, notice: Message["notice"] = null): Message => ({
  sequence: 7,
  at: 1,
  seat,
  name: "Bo",
  text: "hi",
  notice,
});

test("a message of somebody else can be reported, by people at the table", () => {
  expect(reportedMessage(message(1), ada)).toEqual({ name: "Bo", seat: 1, message: 7 });
  expect(reportedMessage(message(null), ada)).toEqual({ name: "Bo", seat: null, message: 7 });
  expect(reportedMessage(message(0), ada)).toBeNull();
  expect(reportedMessage(message(1, "left"), ada)).toBeNull();
  expect(reportedMessage(message(1), spectator)).toBeNull();
});

test("another person can be reported, but no bot and no free seat", () => {
  const place = (name: string | null, bot: string | null = null): Place => ({ name, bot }) as Place;
  const table = { seats: [place("Ada"), place("Bo"), place("Robot", "random"), place(null)] } as unknown as TableView;
  expect([0, 1, 2, 3].map((seat) => reportedPerson(table, seat, ada)?.name)).toEqual([
    undefined,
    "Bo",
    undefined,
    undefined,
  ]);
  expect(reportedPerson(table, 1, spectator)).toBeNull();
});
