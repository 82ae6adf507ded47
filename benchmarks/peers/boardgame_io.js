// A game on boardgame.io, in memory, whose messages are as large as those of Cover Me: four players, one decision at a time, and
// after each decision every player gets the whole state without the others' cards.

import { PlayerView } from 'boardgame.io/dist/cjs/core.js'
import { Server } from 'boardgame.io/dist/cjs/server.js'

const PLAYERS = 4
const PUBLIC_NUMBERS = 550
const HAND = 6

const game = {
  name: 'bench',
  minPlayers: PLAYERS,
  maxPlayers: PLAYERS,
  setup: () => ({
    decisions: 0,
    public: Array.from({ length: PUBLIC_NUMBERS }, (_, number) => 1000 + number),
    players: Object.fromEntries(
      Array.from({ length: PLAYERS }, (_, seat) => [seat, Array.from({ length: HAND }, (_, card) => 100 * seat + card)])
    )
  }),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    decide: ({ G, playerID }, card) => {
      G.decisions += 1
      G.public[G.decisions % PUBLIC_NUMBERS] = card
      G.players[playerID][G.decisions % HAND] = card + 1
    }
  }
}

console.log = console.error // standard output is for the figures
const server = Server({ games: [game], origins: [/^http:/] })
const running = await server.run({ port: 0, lobbyConfig: { apiPort: 0 } })
const { port } = running.appServer.address()
console.error(`serving on http://127.0.0.1:${port}`)
process.on('SIGTERM', () => process.exit(0))
