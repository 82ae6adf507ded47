import { request } from "../server/api";
import { savedSeat } from "../server/seats";
import type { Optimum } from "../wire";

/** Return the best pile of each hand in a round. The server refuses until that round is over. */
export function fetchOptima(table: string, round: number): Promise<Optimum[]> {
  const path = `/api/tables/${encodeURIComponent(table)}/rounds/${round}/best`;
  return request("GET", path, undefined, savedSeat(table)?.token);
}
