/** How Cover Me is dealt, for the proof that a deal was fair. */
import type { GameDeal } from "../fair/proof";
import { CARDS, CLOTHES } from "./card";

export const deal: GameDeal = {
  lotsOf(record, announced) {
    const lots = [];
    if (announced["start"] === undefined) {
      lots.push({ pile: "start", from: [...record.players.keys()], drawn: record.start });
    }
    if (announced["same_value"] === "drawn") {
      lots.push({ pile: "removed", from: Object.keys(CLOTHES), drawn: record.options["same_value"] });
    }
    return lots;
  },
  cardOrder: () => CARDS,
  firstWrongStep: async (record, steps, seat) => (await import("./dealt")).firstWrongStep(record, steps, seat),
};
