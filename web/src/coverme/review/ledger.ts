/** The ledger of a seat, added up for charts and lists. All sums are exact, because the figures are whole millionths. */
import type { Entry, Kind, SeatLedger } from "../../wire";

/** The kinds of changes, in the order in which they are drawn. */
export const KINDS: readonly Kind[] = ["deal", "draws", "rivals", "decision", "estimate"];

export type Changes = Record<Kind, number>;

export interface SeasonLine {
  year: number;
  season: string;
  /** The sum of the changes of each kind. */
  changes: Changes;
  /** The win share at the end of the season. */
  share: number;
  entries: Entry[];
}

/** Return the sum of the changes of each kind. */
export function sumByKind(entries: readonly Entry[]): Changes {
  const sums: Changes = { deal: 0, draws: 0, rivals: 0, decision: 0, estimate: 0 };
  for (const { kind, change } of entries) {
    sums[kind] += change;
  }
  return sums;
}

/** Return the seasons of the game, with what moved the win share in each. */
export function seasonLines({ entries }: Pick<SeatLedger, "entries">): SeasonLine[] {
  const groups: Entry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last?.[0]?.year === entry.year && last[0].season === entry.season) {
      last.push(entry);
    } else {
      groups.push([entry]);
    }
  }
  return groups.map((group) => ({
    year: group[0]?.year ?? 0,
    season: group[0]?.season ?? "",
    changes: sumByKind(group),
    share: group.at(-1)?.share ?? 0,
    entries: group,
  }));
}

/** A part of a bar: from where to where on its axis, in millionths. */
export interface Segment {
  kind: Kind;
  from: number;
  to: number;
}

/** Return what was gained, stacked upwards from 0, and what was lost, stacked downwards. Their sum is that of the changes. */
export function stacked(changes: Changes): Segment[] {
  let [top, bottom] = [0, 0];
  return KINDS.filter((kind) => changes[kind] !== 0).map((kind) => {
    const change = changes[kind];
    const from = change > 0 ? top : bottom;
    if (change > 0) {
      top += change;
    } else {
      bottom += change;
    }
    return { kind, from, to: from + change };
  });
}

/** Return the decisions that cost most, the worst first: only those whose loss is larger than its margin. */
export function costliest(entries: readonly Entry[], count = 3): Entry[] {
  return entries
    .filter(({ judgement, change, margin }) => judgement !== null && -change > margin)
    .sort((one, other) => one.change - other.change)
    .slice(0, count);
}

/** Return the deals and draws that moved the win share by more than their margin, the largest first. */
export function notableDraws(entries: readonly Entry[], count = 3): { lucky: Entry[]; unlucky: Entry[] } {
  const notable = entries
    .filter(({ kind, change, margin }) => (kind === "draws" || kind === "deal") && Math.abs(change) > margin)
    .sort((one, other) => Math.abs(other.change) - Math.abs(one.change));
  return {
    lucky: notable.filter(({ change }) => change > 0).slice(0, count),
    unlucky: notable.filter(({ change }) => change < 0).slice(0, count),
  };
}
