/** The server over HTTP. */
import { keepPromise, promisedAt } from "../fair/promise";
import type { GameRecord } from "../fair/record";
import { randomHex } from "../hex";
import type { Viewer } from "../replay/walk";
import type { Arrangement, Found, Joined, Offer, Opened, Optimum, Problem, Replay, Seat, Settings } from "../wire";
import { seatAt } from "./seats";

/** The server refused, or could not be reached; `reason` is the server's own word. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly reason: string,
  ) {
    super(reason);
  }
}

export async function ask<Answer>(method: string, path: string, body?: unknown, token?: string): Promise<Answer> {
  const headers = new Headers();
  if (body !== undefined) {
    headers.set("content-type", "application/json");
  }
  if (token !== undefined) {
    headers.set("authorization", `Bearer ${token}`);
  }
  let response: Response;
  try {
    response = await fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  } catch {
    throw new Refusal("unreachable", "");
  }
  if (!response.ok) {
    const problem = (await response.json().catch(() => null)) as Problem | null;
    throw new Refusal(problem?.code ?? "unreachable", problem?.reason ?? "");
  }
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}

export async function openTable(arrangement: Arrangement, settings: Partial<Settings>, title: string): Promise<Opened> {
  const opened: Opened = await ask("POST", "/api/tables", { arrangement, settings, title });
  keepPromise(opened.table, { commitment: opened.commitment });
  return opened;
}

export function openTables(): Promise<Offer[]> {
  return ask("GET", "/api/tables");
}

/** A table as anybody may see it; the commitment of one that waits for players is kept, to be compared after the game. */
export async function findTable(table: string): Promise<Found> {
  const found: Found = await ask("GET", `/api/tables/${encodeURIComponent(table)}`);
  if (found.table.stage === "lobby") {
    keepPromise(table, { commitment: found.table.commitment });
  }
  return found;
}

/**
 * Take a seat, the first that is free unless one is named; `nonce` is this browser's own part of the deal. Its secret is drawn here:
 * if only the answer was lost, the server gives it once more.
 */
export async function join(
  table: string,
  name: string,
  { token, seat }: { token?: string; seat?: Seat } = {},
): Promise<Joined> {
  const wish = { name, seat: seat ?? null, nonce: ownNonce(table), token: randomHex(16) };
  const take = (): Promise<Joined> => ask("POST", `/api/tables/${encodeURIComponent(table)}/seats`, wish, token);
  return take().catch((error: unknown) => {
    if (error instanceof Refusal && error.code === "unreachable") {
      return take();
    }
    throw error;
  });
}

/** What each hand of a round of Cover Up allowed; refused until that round is over. */
export function bestOfRound(table: string, round: number): Promise<Optimum[]> {
  return ask("GET", `/api/tables/${encodeURIComponent(table)}/rounds/${round}/best`, undefined, seatAt(table)?.token);
}

export function recordPath(table: string): string {
  return `/api/tables/${encodeURIComponent(table)}/record`;
}

/** The record of a game that is over. */
export function recordOf(table: string): Promise<GameRecord> {
  return ask("GET", recordPath(table));
}

/** A game that is over, step by step, as that viewer saw it. */
export function replayOf(table: string, viewer: Viewer): Promise<Replay> {
  return ask("GET", `/api/tables/${encodeURIComponent(table)}/replay?viewer=${viewer}`);
}

/** The same from a record that somebody kept. */
export function replayOfRecord(record: unknown, viewer: Viewer): Promise<Replay> {
  return ask("POST", `/api/replay?viewer=${viewer}`, record);
}

export function socketAddress(table: string): string {
  return `${location.origin.replace(/^http/, "ws")}/api/tables/${encodeURIComponent(table)}/socket`;
}

/** This browser's own part of the deal at that table, the same for all its seats; it is kept, to be looked for in the proof. */
export function ownNonce(table: string): string {
  const kept = promisedAt(table)?.nonce;
  if (kept != null) {
    return kept;
  }
  const nonce = randomHex(16);
  keepPromise(table, { nonce });
  return nonce;
}
