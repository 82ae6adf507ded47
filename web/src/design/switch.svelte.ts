/** A setting that is on or off, and that the browser remembers. */
import { browserStorage, type KeyValueStorage } from "../storage";

export class Switch {
  #isOn = $state(false);
  readonly #key: string;
  readonly #storage: KeyValueStorage;

  /** `isOn`: the setting of somebody who has not chosen. */
  constructor(name: string, isOn: boolean, storage: KeyValueStorage = browserStorage) {
    this.#key = `covergames.${name}`;
    this.#storage = storage;
    const saved = storage.getItem(this.#key);
    this.#isOn = saved === null ? isOn : saved === "true";
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  set(isOn: boolean): void {
    this.#isOn = isOn;
    this.#storage.setItem(this.#key, String(isOn));
  }
}

/** Whether a choice that leaves nothing open is sent without being confirmed. */
export const autoConfirm = new Switch("auto-confirm", false);
