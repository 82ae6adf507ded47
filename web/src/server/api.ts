/** The server over HTTP. */
import type { Arrangement, Found, Joined, Offer, Opened, Optimum, Problem, Seat, Settings } from "../wire";

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

export function openTable(arrangement: Arrangement, settings: Partial<Settings>, title: string): Promise<Opened> {
  return ask("POST", "/api/tables", { arrangement, settings, title });
}

export function openTables(): Promise<Offer[]> {
  return ask("GET", "/api/tables");
}

export function findTable(table: string): Promise<Found> {
  return ask("GET", `/api/tables/${encodeURIComponent(table)}`);
}

/** Take a seat, the first that is free unless one is named; `nonce` is this browser's own part of the deal. */
export function join(
  table: string,
  name: string,
  { token, seat }: { token?: string; seat?: Seat } = {},
): Promise<Joined> {
  const wish = { name, seat: seat ?? null, nonce: newNonce() };
  return ask("POST", `/api/tables/${encodeURIComponent(table)}/seats`, wish, token);
}

/** What each hand of a round of Cover Up allowed; refused until that round is over. */
export function bestOfRound(table: string, round: number): Promise<Optimum[]> {
  return ask("GET", `/api/tables/${encodeURIComponent(table)}/rounds/${round}/best`);
}

export function recordPath(table: string): string {
  return `/api/tables/${encodeURIComponent(table)}/record`;
}

export function socketAddress(table: string): string {
  return `${location.origin.replace(/^http/, "ws")}/api/tables/${encodeURIComponent(table)}/socket`;
}

/** A part of the deal that nobody else knows beforehand. */
export function newNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
