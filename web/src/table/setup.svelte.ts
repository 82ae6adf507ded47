/** The orders that a page gives when it has connected to a new table: change the game, seat bots, start; or be ready. */
import type { LiveTable, NewOrder } from "../connection/table.svelte";
import type { Arrangement } from "../wire";
import { botNames } from "./bot-names";
import { mayStart, readyOrder, startOrders, wantedIn } from "./lobby";

export interface Setup {
  table: string;
  /** The server's name of the bot in each seat. Null: the seat is for a person. */
  bots: readonly (string | null)[];
  /** Whether the game begins as soon as it can. */
  startsAtOnce: boolean;
  /** Whether a player who is not the host is ready. */
  isReady?: boolean;
  /** What is played instead of what the table was opened for. */
  arrangement?: Arrangement | null;
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

/** Carries out the pending setup of a table once its page is connected. Create it while the page is created. */
export class RunningSetup {
  /** Whether the game is about to begin without a lobby. */
  isStarting = $state(false);
  #setup: Setup | null;
  #isStartSent = false;
  readonly #live: () => LiveTable | null;

  constructor(id: string, live: () => LiveTable | null) {
    this.#setup = takeSetup(id);
    this.#live = live;
    this.isStarting = this.#setup?.startsAtOnce ?? false;
    $effect(() => this.#prepare());
    $effect(() => this.#start());
  }

  #prepare(): void {
    const live = this.#live();
    const { link, you, table, sequence } = live?.connection ?? {};
    if (live && link === "live" && you && table && sequence !== undefined && this.#setup !== null) {
      const { bots, isReady, arrangement } = this.#setup;
      this.#setup = null;
      if (you.host) {
        if (arrangement && table.stage === "lobby") {
          live.submit({ type: "arrange", arrangement, settings: table.settings });
        }
        const people = table.seats.flatMap(({ name }) => name ?? []);
        botOrders(bots, people).forEach((order) => live.submit(order));
      } else if (isReady && you.seat !== null && table.stage === "lobby") {
        live.submit(readyOrder(table.id, sequence));
      }
    }
  }

  #start(): void {
    const live = this.#live();
    if (!live || !this.isStarting) {
      return;
    }
    const { connection } = live;
    const isArranged = this.#setup === null && wantedIn(connection.unconfirmed) === null;
    if (connection.public !== null || connection.refusal !== null || connection.ending !== null) {
      this.isStarting = false; // the game has begun, or the lobby shows why it cannot
    } else if (
      connection.table &&
      connection.you.host &&
      mayStart(connection.table) &&
      isArranged &&
      !this.#isStartSent
    ) {
      this.#isStartSent = true;
      startOrders(connection).forEach((order) => live.submit(order));
    }
  }
}
