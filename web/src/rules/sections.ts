/** The sections of the rules, written by scripts/web_rules.py from covergames.rulebook. Do not edit. */
import type { GameId } from "../games/client";

export interface Section {
  /** The message key of the heading. */
  key: string;
  /** The ids of the rules. */
  rules: readonly string[];
}

export const SECTIONS: Record<GameId, readonly Section[]> = {
  "cover-me": [
    {
      key: "rules.section.cover-me.components",
      rules: ["CM-C1", "CM-C2", "CM-C3"],
    },
    {
      key: "rules.section.cover-me.set-up",
      rules: ["CM-S1", "CM-S2", "CM-S3", "CM-S4", "CM-S5", "CM-S6", "CM-S7", "CM-S8", "CM-S9"],
    },
    {
      key: "rules.section.cover-me.season",
      rules: ["CM-P1", "CM-P2", "CM-T1", "CM-T2", "CM-T3", "CM-T4", "CM-M1", "CM-M2", "CM-M3"],
    },
    {
      key: "rules.section.cover-me.season-special",
      rules: ["CM-E1", "CM-E2", "CM-E3", "CM-E4", "CM-E5"],
    },
    {
      key: "rules.section.cover-me.replenishing",
      rules: ["CM-R1", "CM-R2", "CM-R3", "CM-R4", "CM-R5"],
    },
    {
      key: "rules.section.cover-me.next-season",
      rules: ["CM-N1", "CM-Y1", "CM-Y2"],
    },
    {
      key: "rules.section.cover-me.end",
      rules: ["CM-X1", "CM-X2", "CM-X3", "CM-X4", "CM-X5"],
    },
    {
      key: "rules.section.cover-me.two-players",
      rules: ["CM-21", "CM-22", "CM-23", "CM-24", "CM-25"],
    },
    {
      key: "rules.section.cover-me.advanced",
      rules: ["CM-A1", "CM-A2", "CM-A3", "CM-A4", "CM-A5", "CM-A6"],
    },
    {
      key: "rules.section.cover-me.variants",
      rules: ["CM-V1", "CM-V2", "CM-V3", "CM-V4"],
    },
    {
      key: "rules.section.cover-me.who-sees-what",
      rules: ["CM-I1", "CM-I2", "CM-I3"],
    },
  ],
  "cover-up": [
    {
      key: "rules.section.cover-up.cards",
      rules: ["CU-C1", "CU-C2", "CU-C3"],
    },
    {
      key: "rules.section.cover-up.round",
      rules: ["CU-R1", "CU-R2", "CU-P1", "CU-P2", "CU-P3", "CU-P4", "CU-P5", "CU-H1", "CU-H2", "CU-H3"],
    },
    {
      key: "rules.section.cover-up.scoring",
      rules: ["CU-S1", "CU-S2", "CU-S3", "CU-S4", "CU-S5"],
    },
    {
      key: "rules.section.cover-up.between-rounds",
      rules: ["CU-N1", "CU-N2", "CU-N3", "CU-X1"],
    },
    {
      key: "rules.section.cover-up.who-sees-what",
      rules: ["CU-I1"],
    },
    {
      key: "rules.section.cover-up.best-pile",
      rules: ["CU-B1"],
    },
  ],
};
