/**
 * The parts of a portrait that the four characteristics leave open: skin, eyes, lips and jewellery. They are computed from the
 * card, so that a model always has the same face.
 */
import { characteristicIndex, type Card } from "../card";

const SKINS = ["#fbdcc6", "#f1c29c", "#d99f72", "#b5764c", "#8d5837"] as const;
const LIPS = ["#b3263a", "#d4576b", "#8f2f4f", "#e07a5f"] as const;
const EYES = ["open", "lowered", "glancing", "glasses"] as const;
const JEWELLERY = ["none", "studs", "hoops", "drops", "spot"] as const;

export interface Portrait {
  skin: (typeof SKINS)[number];
  lips: (typeof LIPS)[number];
  eyes: (typeof EYES)[number];
  jewellery: (typeof JEWELLERY)[number];
}

/** Return the portrait of the model on a card. */
export function portrait(card: Card): Portrait {
  const c = characteristicIndex(card, "clothes");
  const h = characteristicIndex(card, "hair");
  const l = characteristicIndex(card, "length");
  const p = characteristicIndex(card, "pattern");
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
