/** The orders that the host's page gives as soon as it is connected to a new table: seat bots, and perhaps start the game. */
import type { LiveTable, NewOrder } from "../connection/table.svelte";
import { botNames } from "./bot-names";
import { mayStart } from "./lobby";

export interface Setup {
  table: string;
  /** The server's name of the bot in each seat. Null: the seat is for a person. */
  bots: readonly (string | null)[];
  /** Whether the game begins as soon as it can. */
  startsAtOnce: boolean;
}

let pending: Setup | null = null;

/** Remember the setup until the page of its table is open. */
export function rememberSetup(setup: Setup): void {
  pending = setup;
}

/** Return the pending setup of this table, and forget it. */
function takeSetup(table: string): Setup | null {
  const setup = pending?.table === table ? pending : null;
  pending = setup === null ? pending : null;
  return setup;
}

/** Return the orders that seat the bots at a table where these people sit. */
export function botOrders(bots: Setup["bots"], people: readonly string[]): NewOrder[] {
  const seated = bots.flatMap((bot, seat) => (bot === null ? [] : [{ seat, bot }]));
  const names = botNames(seated.length, people);
  return seated.map((each, number): NewOrder => ({ type: "seat_bot", ...each, name: names[number] ?? "" }));
}

/** Carry out the pending setup of this table once the host is connected. Call it while the page is created. */
export function runSetup(id: string, live: () => LiveTable | null): void {
  let isTaken = false;
  let isStarting = $state(false);

  $effect(() => {
    const connection = live()?.connection;
    if (connection?.link === "live" && connection.you.host && connection.table && !isTaken) {
      isTaken = true;
      const setup = takeSetup(id);
      if (setup !== null) {
        const people = connection.table.seats.flatMap(({ name }) => name ?? []);
        botOrders(setup.bots, people).forEach((order) => live()?.submit(order));
        isStarting = setup.startsAtOnce;
      }
    }
  });
  $effect(() => {
    const table = live()?.connection.table ?? null;
    if (isStarting && table !== null && mayStart(table)) {
      isStarting = false;
      live()?.submit({ type: "start" });
    }
  });
}
