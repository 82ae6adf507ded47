/** The optional rules of Cover Up as form fields. */
import { checkField, selectField, type Field } from "../form/fields";
import { limitText } from "../table/limit-text";
import { text } from "../text/text.svelte";
import type { CoverUp, CoverUpOptions, Deck } from "../wire";
import { deckOf, savedDeck } from "./box/own-deck";

export const DEFAULT_HOURGLASS_SECONDS = 30;
const DEFAULT_ROUND_LIMIT_SECONDS = 300;
const HOURGLASS_SECONDS = [15, 20, 30, 45, 60];
const ROUND_LIMITS_SECONDS = [60, 120, 180, 300, 600, null];

/** Return the form fields for the optional rules. */
export function optionFields(arrangement: CoverUp, change: (changed: CoverUp) => void): Field[] {
  const { options } = arrangement;
  const { hourglass = DEFAULT_HOURGLASS_SECONDS, assist = false, round_limit = DEFAULT_ROUND_LIMIT_SECONDS } = options;
  const set = (changed: CoverUpOptions): void => change({ ...arrangement, options: { ...options, ...changed } });
  return [
    ...deckFields(options.deck ?? "house", (deck) => set({ deck })),
    selectField({
      label: text("option.hourglass"),
      help: text("web.help.hourglass"),
      value: hourglass,
      choices: including(hourglass, HOURGLASS_SECONDS).map((seconds) => [seconds, String(seconds)]),
      change: (changed) => set({ hourglass: changed }),
    }),
    selectField({
      label: text("option.round-limit"),
      help: text("web.help.round-limit"),
      value: round_limit,
      choices: including(round_limit, ROUND_LIMITS_SECONDS).map((seconds) => [seconds, limitText(seconds)]),
      change: (changed) => set({ round_limit: changed }),
    }),
    checkField(text("option.assist"), text("web.help.assist"), assist, (isOn) => set({ assist: isOn })),
  ];
}

/** Return the choice between the house deck and one's own, for people who have entered theirs. */
function deckFields(chosen: Deck | "house", change: (deck: Deck | "house") => void): Field[] {
  const own = chosen === "house" ? deckOf(savedDeck()) : chosen;
  return own === null
    ? []
    : [
        selectField({
          label: text("option.deck"),
          help: text("web.help.deck"),
          value: chosen === "house" ? "house" : "own",
          choices: [
            ["house", text("web.box.deck.house")],
            ["own", text("web.box.deck")],
          ],
          change: (changed) => change(changed === "house" ? "house" : own),
        }),
      ];
}

/** Return the values to choose from, with the current one, which somebody may have chosen by other means. */
function including<Value>(current: Value, values: readonly Value[]): readonly Value[] {
  return values.includes(current) ? values : [...values, current];
}

/** How long the sand runs in the first game, long enough for a beginner. */
const PATIENT_HOURGLASS_SECONDS = 600;

/** Return a game against bots: mistakes are marked. The first one has no clock: no round limit, and sand for ten minutes. */
export function quickGame(players: number, { isFirst }: { isFirst: boolean }): CoverUp {
  const patient = isFirst ? { round_limit: null, hourglass: PATIENT_HOURGLASS_SECONDS } : {};
  return { game: "cover-up", players, options: { assist: true, ...patient } };
}

/** Return the game with the usual times. Null: it was no first game. */
export function afterFirstGame({ options, ...rest }: CoverUp): CoverUp | null {
  const { hourglass, round_limit, ...others } = options;
  return hourglass === PATIENT_HOURGLASS_SECONDS && round_limit === null ? { ...rest, options: others } : null;
}
