/** Form controls as data: a game lists its options, a table its settings, and Fields.svelte draws them. */

interface LabelledField {
  label: string;
  /** One sentence that explains the choice. */
  help: string;
}

export interface SelectField extends LabelledField {
  kind: "select";
  choices: readonly { value: string; name: string }[];
  selected: string;
  select: (index: number) => void;
  /** Whether the choice is worth a mention in the summary. */
  isNotable: boolean;
}

export interface CheckField extends LabelledField {
  kind: "check";
  isChecked: boolean;
  check: (isChecked: boolean) => void;
}

export type Field = SelectField | CheckField;

interface SelectOptions<Value> extends LabelledField {
  value: Value;
  choices: readonly (readonly [value: Value, name: string])[];
  change: (value: Value) => void;
  isNotable?: boolean;
}

/** Return a field for one of several values. */
export function selectField<Value>(options: SelectOptions<Value>): SelectField {
  const { label, help, value, choices, change, isNotable = true } = options;
  return {
    kind: "select",
    label,
    help,
    choices: choices.map(([each, name]) => ({ value: String(each), name })),
    selected: String(value),
    select(index) {
      const chosen = choices[index];
      if (chosen !== undefined) {
        change(chosen[0]);
      }
    },
    isNotable,
  };
}

/** Return a field that is on or off. */
export function checkField(
  label: string,
  help: string,
  isChecked: boolean,
  check: (isChecked: boolean) => void,
): CheckField {
  return { kind: "check", label, help, isChecked, check };
}

/** Return one line for every notable field, such as "length of the game: longer". */
export function summaryOf(fields: readonly Field[]): string[] {
  return fields.flatMap((field) => {
    if (field.kind === "check") {
      return field.isChecked ? [field.label] : [];
    }
    const chosen = field.choices.find(({ value }) => value === field.selected);
    return field.isNotable && chosen !== undefined ? [`${field.label}: ${chosen.name}`] : [];
  });
}
