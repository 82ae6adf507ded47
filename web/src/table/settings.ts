/** The settings of a table that its host can choose. */
import { checkField, selectField, type Field } from "../form/fields";
import { text } from "../text/text.svelte";
import type { Settings } from "../wire";
import { limitText } from "./limit-text";

/** The values that a new table begins with. */
export const DEFAULT_SETTINGS = { decision_time: null, away_after: 120, listed: false } satisfies Partial<Settings>;

export type Setting = keyof typeof DEFAULT_SETTINGS;
export type ChosenSettings = Pick<Settings, Setting>;

const DECISION_TIMES_SECONDS = [null, 60, 120, 300];
const AWAY_AFTER_SECONDS = [60, 120, 300, 600, null];

/** Return the form fields for the settings, without the unused ones. */
export function settingFields(
  settings: ChosenSettings,
  change: (changed: ChosenSettings) => void,
  unused: readonly Setting[],
): Field[] {
  const fields: Record<Setting, Field> = {
    decision_time: selectField({
      label: text("web.decision-time"),
      help: text("web.help.decision-time"),
      value: settings.decision_time,
      choices: DECISION_TIMES_SECONDS.map((seconds) => [seconds, limitText(seconds)]),
      change: (decision_time) => change({ ...settings, decision_time }),
    }),
    away_after: selectField({
      label: text("web.away-after"),
      help: text("web.help.away-after"),
      value: settings.away_after,
      choices: AWAY_AFTER_SECONDS.map((seconds) => [seconds, limitText(seconds)]),
      change: (away_after) => change({ ...settings, away_after }),
    }),
    listed: checkField(text("web.listed"), text("web.help.listed"), settings.listed, (listed) =>
      change({ ...settings, listed }),
    ),
  };
  return (Object.keys(fields) as Setting[]).filter((each) => !unused.includes(each)).map((each) => fields[each]);
}
