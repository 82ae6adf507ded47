/** A position of Cover Me to solve, and what its options are worth. */
import { presentPlace } from "../../table/players";
import type { Arrangement, CoverMeAction, CoverMeEvent, CoverMePrivate, CoverMePublic } from "../../wire";
import { viewOf, type View } from "../view";

type CoverMeOptions = Extract<Arrangement, { game: "cover-me" }>["options"];

/** The table as one seat saw it. */
export interface Position {
  /** The names by seat; empty for the seat that decides. */
  players: string[];
  options: CoverMeOptions;
  public: CoverMePublic;
  /** With the legal actions. */
  private: CoverMePrivate;
  history: CoverMeEvent[];
}

/** A legal action. Shares of the victory are in thousandths. */
export interface Choice {
  action: CoverMeAction;
  share: number;
  /** How much less than the best one. */
  behind: number;
  /** Half of the 95% interval of that difference. */
  margin: number;
}

/** Return the table as it is drawn; nothing can be chosen once the position is answered. */
export function viewAt({ players, options, ...shown }: Position, name: string, isAnswered: boolean): View {
  const { seat } = shown.private;
  const seats = players.map((player, each) =>
    presentPlace(each === seat ? { name, bot: null } : { name: player, bot: "bot" }),
  );
  const own = isAnswered ? { ...shown.private, legal: [] } : shown.private;
  return viewOf(shown.public, own, seats, { game: "cover-me", players: players.length, options });
}

/** Return the choice of an action. Cards to keep are the same in any order. */
export function choiceOf<Some extends Choice>(choices: readonly Some[], action: CoverMeAction): Some | null {
  return choices.find((choice) => nameOf(choice.action) === nameOf(action)) ?? null;
}

/** Return whether the choice cannot be told from the best one. */
export function isRight({ behind, margin }: Choice): boolean {
  return behind <= margin;
}

function nameOf(action: CoverMeAction): string {
  return JSON.stringify(action.event === "keep" ? { ...action, cards: [...action.cards].sort() } : action);
}
