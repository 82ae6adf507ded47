/** The optional rules of Cover Me as form fields. */
import { checkField, selectField, type Field } from "../form/fields";
import { text } from "../text/text.svelte";
import type { CoverMe, CoverMeOptions } from "../wire";
import { CLOTHES } from "./card";

/** The lengths of a game, the usual one first. */
export const LENGTHS = ["standard", "shorter", "longer"] as const;
export type Length = (typeof LENGTHS)[number];
const YEARS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const CLOTHES_LETTERS = Object.keys(CLOTHES) as (keyof typeof CLOTHES)[];

/** Return the form fields for the optional rules. */
export function optionFields(arrangement: CoverMe, change: (changed: CoverMe) => void): Field[] {
  const { players, options } = arrangement;
  const { length = "standard", two_player, first_game = false, open_scores = false } = options;
  const { same_value = null, years = null, start = null } = options;
  const set = (changed: CoverMeOptions): void => change({ ...arrangement, options: { ...options, ...changed } });
  const seats = Array.from({ length: players }, (_, seat) => [seat, text("web.seat", { number: seat + 1 })] as const);
  return [
    selectField({
      label: text("option.length"),
      help: text(`web.help.length.${length}`),
      value: length,
      choices: LENGTHS.map((each) => [each, text(`option.length.${each}`)]),
      change: (changed) => set({ length: changed }),
    }),
    ...(players === 2
      ? [
          checkField(text("option.two-player.advanced"), text("web.help.advanced"), two_player === "advanced", (isOn) =>
            set({ two_player: isOn ? "advanced" : "fictional" }),
          ),
        ]
      : []),
    checkField(text("option.first-game"), text("web.help.first-game"), first_game, (isOn) => set({ first_game: isOn })),
    checkField(text("option.open-scores"), text("web.help.open-scores"), open_scores, (isOn) =>
      set({ open_scores: isOn }),
    ),
    checkField(text("option.same-value"), text("web.help.same-value"), same_value !== null, (isOn) =>
      set({ same_value: isOn ? "drawn" : null, years: null }),
    ),
    ...(same_value !== null
      ? [
          selectField<CoverMeOptions["same_value"]>({
            label: text("web.removed"),
            help: text("web.help.removed"),
            value: same_value,
            choices: [
              ["drawn", text("web.by-lot")],
              ...CLOTHES_LETTERS.map((each) => [each, text(`clothes.${CLOTHES[each]}`)] as const),
            ],
            change: (changed) => set({ same_value: changed ?? null }),
            isNotable: same_value !== "drawn",
          }),
          selectField<number | null>({
            label: text("option.years"),
            help: text("web.help.years"),
            value: years,
            choices: [[null, text(`option.length.${length}`)], ...YEARS.map((each) => [each, String(each)] as const)],
            change: (changed) => set({ years: changed }),
            isNotable: years !== null,
          }),
        ]
      : []),
    selectField<number | null>({
      label: text("starting-player"),
      help: text("web.help.start"),
      value: start,
      choices: [[null, text("web.by-lot")], ...seats],
      change: (changed) => set({ start: changed }),
      isNotable: start !== null,
    }),
  ];
}

/** Return the arrangement for another number of players: without the two-player rules, and without a starting seat that is gone. */
export function forPlayers(arrangement: CoverMe, players: number): CoverMe {
  const { two_player, start, ...options } = arrangement.options;
  return {
    ...arrangement,
    players,
    options: {
      ...options,
      ...(two_player !== undefined && players === 2 ? { two_player } : {}),
      ...(start != null && start < players ? { start } : {}),
    },
  };
}

/** Return a game against bots. The first one deals all cards at once (CM-S7). */
export function quickGame(players: number, { length, isFirst }: { length: string | null; isFirst: boolean }): CoverMe {
  const chosen = LENGTHS.find((each) => each === length) ?? LENGTHS[0];
  const options = { ...(chosen === LENGTHS[0] ? {} : { length: chosen }), ...(isFirst ? { first_game: true } : {}) };
  return { game: "cover-me", players, options };
}

/** Return the game without the first game's deal, in which everybody gets nine cards at once. Null: it was dealt as usual. */
export function afterFirstGame({ options, ...rest }: CoverMe): CoverMe | null {
  const { first_game, ...others } = options;
  return first_game ? { ...rest, options: others } : null;
}
