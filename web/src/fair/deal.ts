/** The shuffles of a game, computed from the seed and the nonces as docs/fair-deals.md describes, with the browser's HMAC. */
import { hex } from "../hex.ts";

const encoder = new TextEncoder();
const RANGE = 2 ** 32;

/** Return whether the browser offers cryptography: it does not on a page served over plain HTTP from another machine. */
export function canVerify(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** Return the commitment to a seed, which the table published before anybody joined. */
export async function commitmentOf(seed: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(seed))));
}

/** Return the nonce of a bot, or of a person who gave none. */
export async function derivedNonce(seed: string, seat: number): Promise<string> {
  return hex(new Uint8Array(await mac(await keyOf(encoder.encode(seed)), `nonce:${seat}`)));
}

/** Return the key from which all shuffles are derived. */
export async function dealKey(seed: string, nonces: readonly string[]): Promise<CryptoKey> {
  return keyOf(await mac(await keyOf(encoder.encode(seed)), nonces.join(",")));
}

/** Return the shuffled cards (Fisher-Yates). `cards` are in the fixed order of their game. */
export async function shuffled<Card>(
  key: CryptoKey,
  number: number,
  pile: string,
  cards: readonly Card[],
): Promise<Card[]> {
  const order = [...cards];
  const numbers = numbersOf(key, `${number}:${pile}`);
  for (let last = order.length - 1; last > 0; last--) {
    const other = await below(last + 1, numbers);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

/** Return a uniform number below the bound, by rejection sampling. */
async function below(bound: number, numbers: AsyncGenerator<number, never>): Promise<number> {
  const usable = RANGE - (RANGE % bound);
  for (;;) {
    const { value } = await numbers.next();
    if (value < usable) {
      return value % bound;
    }
  }
}

/** Yield an endless stream of 32-bit numbers, eight per HMAC block. */
async function* numbersOf(key: CryptoKey, name: string): AsyncGenerator<number, never> {
  for (let block = 0; ; block++) {
    const data = new DataView(await mac(key, `${name}:${block}`));
    for (let place = 0; place < data.byteLength; place += 4) {
      yield data.getUint32(place);
    }
  }
}

/** Return a key for HMAC-SHA256. */
export function keyOf(bytes: BufferSource): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/** Return the HMAC-SHA256 of a message. */
export function mac(key: CryptoKey, message: string): Promise<ArrayBuffer> {
  return crypto.subtle.sign("HMAC", key, encoder.encode(message));
}
