/** What is to be done as soon as a new table can be spoken to: bots for some seats, and perhaps the start. */
import type { Wish } from "../connection/table.svelte";
import type { Game } from "../game";
import { BOTS, botNames, type Level } from "./bots";

export interface Plan {
  table: string;
  /** The level of the bot in each seat; null: a person's seat. */
  bots: readonly (Level | null)[];
  /** Whether the game begins as soon as it can. */
  isStarting: boolean;
}

/** The plan's bots as orders, at a table where these people sit. */
export function ordersOf({ bots }: Plan, game: Game, people: readonly string[]): Wish[] {
  const seated = bots.flatMap((level, seat) => (level === null ? [] : [{ seat, bot: BOTS[game][level] }]));
  const names = botNames(seated.length, people);
  return seated.map((bot, number): Wish => ({ type: "seat_bot", ...bot, name: names[number] ?? "" }));
}

let waiting: Plan | null = null;

/** Remember the plan until its table's page is there. */
export function planned(plan: Plan): void {
  waiting = plan;
}

/** The plan for this table, once. */
export function takePlan(table: string): Plan | null {
  const plan = waiting?.table === table ? waiting : null;
  waiting = plan === null ? waiting : null;
  return plan;
}
