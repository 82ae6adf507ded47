/** What to say about the player in a seat: a bot and its level; or whether a person is the host, here, away, muted or ready. */
import { levelOf, type GameClient } from "../games/client";
import { text } from "../text/text.svelte";
import type { Seat, TableView } from "../wire";

export function seatState(
  { seats, host, stage }: Pick<TableView, "seats" | "host" | "stage">,
  seat: Seat,
  client: Pick<GameClient, "bots">,
  localSeats: readonly Seat[] = [],
): string {
  const place = seats[seat];
  if (place === undefined || place.name === null) {
    return "";
  }
  if (place.bot !== null) {
    const level = levelOf(client, place.bot);
    return level === null ? text("web.bot") : text("web.seat.bot", { level: text(`web.level.${level}`) });
  }
  const isAsked = stage === "lobby" && seat !== host;
  const parts = [
    ...(seat === host ? [text("web.lobby.host")] : []),
    ...(localSeats.includes(seat) ? [text("web.seat.device")] : []),
    ...(place.present ? [] : [text("web.away")]),
    ...(place.stood_in_for === null ? [] : [text("web.replay.stand-in")]),
    ...(place.muted ? [text("web.lobby.muted")] : []),
    ...(isAsked ? [place.ready ? `✓ ${text("web.lobby.ready")}` : text("web.lobby.not-ready")] : []),
  ];
  return parts.join(" · ");
}
