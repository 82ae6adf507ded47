/** The players at a table as they are drawn and named, in any game. */
import type { Values } from "../text/message";
import { text } from "../text/text.svelte";
import type { Place, Seat } from "../wire";

export interface Player {
  seat: Seat;
  name: string;
  isYou: boolean;
  isBot: boolean;
  isAway: boolean;
  /** Round-trip time between the player and the server in milliseconds, rounded up. Null: not measured. */
  delay: number | null;
}

/** The part of a seat that is needed to draw its player. */
export type PlayerPlace = Pick<Place, "name" | "bot" | "present" | "stood_in_for" | "delay">;

/** Return the place of a player at a table that is not live: present, and deciding in person. */
export function presentPlace({ name, bot }: Pick<Place, "name" | "bot">): PlayerPlace {
  return { name, bot, present: true, stood_in_for: null, delay: null };
}

/** Return the players in seat order, as the viewer sees them. */
export function playersAt(places: readonly PlayerPlace[], viewer: Seat | null): Player[] {
  return places.map((place, seat) => {
    const isBot = place.bot !== null;
    const isYou = seat === viewer;
    // The viewer is present, even if the table has not noticed yet.
    const isPresent = place.present || isYou;
    return {
      seat,
      name: place.name ?? "",
      isYou,
      isBot,
      isAway: !isBot && (!isPresent || place.stood_in_for !== null),
      delay: place.delay,
    };
  });
}

/** Return whether only bots play with the people in the seats `here`; people who have left or been removed do not play. */
export function isAlone(places: readonly PlayerPlace[], here: readonly Seat[]): boolean {
  return places.every(
    ({ bot, stood_in_for }, seat) =>
      bot !== null || stood_in_for === "left" || stood_in_for === "removed" || here.includes(seat),
  );
}

/** Return the player's name, or "you". */
export function playerName(seat: Seat, players: readonly Player[]): string {
  const player = players[seat];
  return player?.isYou ? text("you") : (player?.name ?? "");
}

/** Return the message arguments with which a sentence addresses this player as "you" or by name. */
export function playerValues(seat: Seat, players: readonly Player[]): Values {
  const player = players[seat];
  return { who: player?.isYou ? "you" : "other", name: player?.name ?? "" };
}
