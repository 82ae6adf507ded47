/**
 * What of a portrait its four characteristics leave open: skin, eyes, lips and jewellery. All of it follows from the card,
 * so that a model has the same face wherever she is met.
 */
import { CLOTHES, HAIR, LENGTH, PATTERN, type Card } from "../coverme/card";

export const SKINS = ["#fbdcc6", "#f1c29c", "#d99f72", "#b5764c", "#8d5837"] as const;
export const LIPS = ["#b3263a", "#d4576b", "#8f2f4f", "#e07a5f"] as const;
export const EYES = ["open", "lowered", "glancing", "glasses"] as const;
export const JEWELLERY = ["none", "studs", "hoops", "drops", "spot"] as const;

export interface Portrait {
  skin: (typeof SKINS)[number];
  lips: (typeof LIPS)[number];
  eyes: (typeof EYES)[number];
  jewellery: (typeof JEWELLERY)[number];
}

/** The portrait of the model on a card. */
export function portrait(card: Card): Portrait {
  const [clothes = "", hair = "", length = "", pattern = ""] = card;
  const c = Object.keys(CLOTHES).indexOf(clothes);
  const h = Object.keys(HAIR).indexOf(hair);
  const l = Object.keys(LENGTH).indexOf(length);
  const p = Object.keys(PATTERN).indexOf(pattern);
  return {
    skin: pick(SKINS, c + 2 * h + l + 3 * p),
    lips: pick(LIPS, c + h + 2 * l + p),
    eyes: pick(EYES, 3 * c + h + 2 * l + p + (c >> 1)),
    jewellery: pick(JEWELLERY, 2 * c + h + 3 * l + p),
  };
}

function pick<Choice>(choices: readonly [Choice, ...Choice[]], number: number): Choice {
  return choices[number % choices.length] ?? choices[0];
}
