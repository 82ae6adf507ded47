/** What is to be done as soon as a new table can be spoken to: bots for the free seats, and perhaps the start. */
import type { Wish } from "../connection/table.svelte";
import { BOT, botNames, type Level } from "./bots";

export interface Plan {
  table: string;
  /** How many of the last seats are for bots. */
  bots: number;
  level: Level;
  isStarting: boolean;
}

/** The plan as orders, for a table of so many players at which one person sits. */
export function ordersOf(plan: Plan, players: number, name: string): Wish[] {
  const seats = Array.from({ length: plan.bots }, (_, number) => players - plan.bots + number);
  const names = botNames(plan.bots, [name]);
  const bots = seats.map((seat, number): Wish => {
    return { type: "seat_bot", seat, bot: BOT[plan.level], name: names[number] ?? "" };
  });
  return plan.isStarting ? [...bots, { type: "start" }] : bots;
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
