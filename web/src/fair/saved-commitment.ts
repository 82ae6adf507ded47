/** What this browser knew about a deal before the game: the commitment that the table showed, and this browser's nonce. */
import { browserStorage, readSaved, save, type KeyValueStorage } from "../storage";

export interface SavedCommitment {
  table: string;
  /** The first commitment that the table showed. */
  commitment: string | null;
  /** The random number that this browser contributed. Null: none. */
  nonce: string | null;
}

const STORAGE_KEY = "covergames.commitments";
const MAX_SAVED_COMMITMENTS = 40;

function savedCommitments(storage: KeyValueStorage): SavedCommitment[] {
  return (readSaved(STORAGE_KEY, Array.isArray, [], storage) as unknown[]).filter(isSavedCommitment);
}

function isSavedCommitment(value: unknown): value is SavedCommitment {
  return typeof (value as SavedCommitment | null)?.table === "string";
}

/** Return what was saved about a table. */
export function savedCommitment(table: string, storage: KeyValueStorage = browserStorage): SavedCommitment | null {
  return savedCommitments(storage).find((one) => one.table === table) ?? null;
}

/** Save what is known about a table. The first commitment stays, because a table has only one. */
export function saveCommitment(
  table: string,
  known: Partial<SavedCommitment>,
  storage: KeyValueStorage = browserStorage,
): void {
  const before = savedCommitment(table, storage) ?? { table, commitment: null, nonce: null };
  const saved = { ...before, ...known, commitment: before.commitment ?? known.commitment ?? null };
  const others = savedCommitments(storage).filter((one) => one.table !== table);
  save(STORAGE_KEY, [saved, ...others].slice(0, MAX_SAVED_COMMITMENTS), storage);
}
