// Prints how many moves of Hex a second boardgame.io plays again, each checked by the rules of the title
// examples/plugin-hex: a hex of the board that is empty, or the first stone taken over; who joins both sides has won.
//
//   NODE_PATH=… node peer_boardgame.cjs TIMES GAMES.json     GAMES: [{size, moves: [[kind, q, r] …]} …]
//
// The quickest of some passes, in time of the processor. boardgame.io is under the MIT licence.
"use strict";

const { readFileSync } = require("node:fs");
const { Client } = require("boardgame.io/client");
const { INVALID_MOVE } = require("boardgame.io/core");

const STEPS = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]];

const joins = (stones, size, player) => {
  const across = player === "0" ? 1 : 0;
  const found = [];
  for (let other = 0; other < size; other++) {
    const hex = across ? [other, 0] : [0, other];
    if (stones[hex] === player) found.push(hex);
  }
  const seen = new Set(found.map(String));
  for (const [q, r] of found)
    for (const [dq, dr] of STEPS) {
      const next = [q + dq, r + dr];
      if (stones[next] === player && !seen.has(String(next))) {
        seen.add(String(next));
        found.push(next);
      }
    }
  return found.some((hex) => hex[across] === size - 1);
};

const hexOf = (size) => ({
  name: "hex",
  setup: () => ({ stones: {} }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    stone: ({ G, playerID }, q, r) => {
      const inside = q >= 0 && r >= 0 && q < size && r < size;
      if (!inside || G.stones[[q, r]] !== undefined) return INVALID_MOVE;
      G.stones[[q, r]] = playerID;
    },
    swap: ({ G, playerID }, q, r) => {
      if (Object.keys(G.stones).length !== 1 || G.stones[[q, r]] !== "0") return INVALID_MOVE;
      G.stones = { [[r, q]]: playerID };
    },
  },
  endIf: ({ G }) => ["0", "1"].find((player) => joins(G.stones, size, player)),
});

const replay = ({ size, moves }) => {
  const client = Client({ game: hexOf(size), numPlayers: 2, debug: false });
  for (const [number, [kind, q, r]] of moves.entries()) {
    const before = client.getState().G;
    client.moves[kind](q, r);
    if (client.getState().G === before) throw new Error(`move ${number + 1} was not accepted`);
  }
  return moves.length;
};

const games = JSON.parse(readFileSync(process.argv[3], "utf8"));
let least = Infinity;
let moves = 0;
for (let time = 0; time < Number(process.argv[2]); time++) {
  const start = process.cpuUsage();
  moves = games.map(replay).reduce((all, each) => all + each, 0);
  const used = process.cpuUsage(start);
  least = Math.min(least, (used.user + used.system) / 1e6);
}
console.log(moves / least);
