/** Written by scripts/web_games.py from the registered games. Do not edit. */

/** The numbers of players, and the server's name of the bot at each level, by game. */
export const GAME_DATA = {
  "cover-me": {
    players: { min: 2, max: 5 },
    bots: { novice: "novice", gentle: "trend", good: "editor:60p", strong: "editor:200ms", champion: "champion:200ms" },
  },
  "cover-up": {
    players: { min: 2, max: 6 },
    bots: { novice: "novice", gentle: "beginner", good: "human:6", strong: "human:8", champion: "perfect" },
  },
} as const;
