/** What this browser keeps as JSON; what cannot be read, or is of another shape, is as if it were not there. */
import { drawer, type Drawer } from "../drawer";

export function keep(key: string, value: unknown, storage: Drawer = drawer): void {
  storage.setItem(key, JSON.stringify(value));
}

export function kept<Value>(
  key: string,
  isValue: (value: unknown) => value is Value,
  otherwise: Value,
  storage: Drawer = drawer,
): Value {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? "null");
    return isValue(value) ? value : otherwise;
  } catch {
    return otherwise;
  }
}
