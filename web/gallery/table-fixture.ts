/** An empty table, and seats for it. */
import type { Place, TableView } from "../src/wire";

export const TABLE: TableView = {
  id: "paper-doll",
  title: "",
  stage: "lobby",
  settings: {
    listed: false,
    away_after: 120,
    decision_time: null,
    stand_in: null,
    chat: true,
    spectators: true,
    abandoned_after: 21600,
  },
  seats: [],
  host: 0,
  round_start: null,
  commitment: "7c211433f02071597741e6ff5a8ea34789abbf43",
  seed: null,
  rematch: null,
  rematch_of: null,
  closed: null,
};

/** Return a seat. A free one has no name. */
export function place(name: string | null, more: Partial<Place> = {}): Place {
  const nothing = { stood_in_for: null, stand_in_at: null, decision_until: null, delay: null, nonce: null };
  return { name, bot: null, present: true, ready: false, muted: false, ...nothing, ...more };
}
