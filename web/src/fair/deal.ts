/** All chance of a game, from the table's seed and everybody's nonces: the recipe of docs/fair-deals.md, with the browser's own HMAC. */
import { hex } from "../hex";

const encoder = new TextEncoder();
const NUMBERS = 2 ** 32;

/** Whether the browser lends its cryptography: not to a page that came over plain HTTP from another machine. */
export function canVerify(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** What the table published before anybody sat down. */
export async function commitmentOf(seed: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(seed))));
}

/** The nonce of a bot, or of a person who gave none. */
export async function derivedNonce(seed: string, seat: number): Promise<string> {
  return hex(new Uint8Array(await mac(await keyOf(encoder.encode(seed)), `nonce:${seat}`)));
}

/** What all shuffles follow from. */
export async function dealKey(seed: string, nonces: readonly string[]): Promise<CryptoKey> {
  return keyOf(await mac(await keyOf(encoder.encode(seed)), nonces.join(",")));
}

/** The cards in the order of this shuffle's number, name and key; they come in the fixed order of their game. */
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

/** A number below the bound, all equally likely: those of the last, incomplete stretch are passed over. */
async function below(bound: number, numbers: AsyncGenerator<number, never>): Promise<number> {
  const usable = NUMBERS - (NUMBERS % bound);
  for (;;) {
    const { value } = await numbers.next();
    if (value < usable) {
      return value % bound;
    }
  }
}

/** Numbers of four bytes without end, eight a block. */
async function* numbersOf(key: CryptoKey, name: string): AsyncGenerator<number, never> {
  for (let block = 0; ; block++) {
    const data = new DataView(await mac(key, `${name}:${block}`));
    for (let place = 0; place < data.byteLength; place += 4) {
      yield data.getUint32(place);
    }
  }
}

function keyOf(bytes: BufferSource): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

function mac(key: CryptoKey, message: string): Promise<ArrayBuffer> {
  return crypto.subtle.sign("HMAC", key, encoder.encode(message));
}
