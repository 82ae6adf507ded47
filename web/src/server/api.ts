/** The HTTP API of the server. */
import type { GameRecord } from "../fair/record";
import { saveCommitment, savedCommitment } from "../fair/saved-commitment";
import { randomHex } from "../hex";
import type { Viewer } from "../replay/navigation";
import type { Arrangement, Found, Joined, Offer, Opened, Problem, Replay, Reporting, Seat, Settings } from "../wire";

/** The server refused a request, or could not be reached. `reason` is the server's explanation in English. */
export class ServerError extends Error {
  constructor(
    readonly code: string,
    readonly reason: string,
  ) {
    super(reason);
  }
}

/**
 * Send a request and return the decoded answer.
 *
 * @throws ServerError if the server refuses it or cannot be reached.
 */
export async function request<Body>(method: string, path: string, body?: unknown, token?: string): Promise<Body> {
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
    throw new ServerError("unreachable", "");
  }
  if (!response.ok) {
    const problem = (await response.json().catch(() => null)) as Problem | null;
    throw new ServerError(problem?.code ?? "unreachable", problem?.reason ?? "");
  }
  return (response.status === 204 ? undefined : await response.json()) as Body;
}

export async function openTable(arrangement: Arrangement, settings: Partial<Settings>, title: string): Promise<Opened> {
  const opened: Opened = await request("POST", "/api/tables", { arrangement, settings, title });
  saveCommitment(opened.table, { commitment: opened.commitment });
  return opened;
}

export function fetchOpenTables(): Promise<Offer[]> {
  return request("GET", "/api/tables");
}

/** Return the public state of a table. Before the game, save its commitment, which is compared after the game. */
export async function fetchTable(table: string): Promise<Found> {
  const found: Found = await request("GET", `/api/tables/${encodeURIComponent(table)}`);
  if (found.table.stage === "lobby") {
    saveCommitment(table, { commitment: found.table.commitment });
  }
  return found;
}

/**
 * Take a seat: the given one, or the first free one. The browser chooses the secret token, so that it can repeat the request if
 * the answer is lost.
 */
export async function joinTable(
  table: string,
  name: string,
  { token, seat }: { token?: string; seat?: Seat } = {},
): Promise<Joined> {
  const body = { name, seat: seat ?? null, nonce: ownNonce(table), token: randomHex(16) };
  const post = (): Promise<Joined> => request("POST", `/api/tables/${encodeURIComponent(table)}/seats`, body, token);
  return post().catch((error: unknown) => {
    if (error instanceof ServerError && error.code === "unreachable") {
      return post();
    }
    throw error;
  });
}

/** Tell the operator of the server about a person, or about a message in the chat. */
export function reportPlayer(table: string, token: string, reporting: Reporting): Promise<void> {
  return request("POST", `/api/tables/${encodeURIComponent(table)}/reports`, reporting, token);
}

export function recordPath(table: string): string {
  return `/api/tables/${encodeURIComponent(table)}/record`;
}

/** Return the record of a finished game. */
export function fetchRecord(table: string): Promise<GameRecord> {
  return request("GET", recordPath(table));
}

/** Return the replay of a finished game, as a viewer saw it. */
export function fetchReplay(table: string, viewer: Viewer): Promise<Replay> {
  return request("GET", `/api/tables/${encodeURIComponent(table)}/replay?viewer=${viewer}`);
}

/** Return the replay of a record from a file. */
export function replayRecord(record: unknown, viewer: Viewer): Promise<Replay> {
  return request("POST", `/api/replay?viewer=${viewer}`, record);
}

export function socketAddress(table: string): string {
  return `${location.origin.replace(/^http/, "ws")}/api/tables/${encodeURIComponent(table)}/socket`;
}

/** Return the random number that this browser contributes to the deal, for all its seats. It is saved for the proof. */
export function ownNonce(table: string): string {
  const saved = savedCommitment(table)?.nonce;
  if (saved != null) {
    return saved;
  }
  const nonce = randomHex(16);
  saveCommitment(table, { nonce });
  return nonce;
}
