// `referee-rng/1` a second time, in another language: prints the test vectors of docs/reference/log-format.md.
//
//     node tools/shuffle.mjs
//
// It uses nothing but Node itself, and was written from that page alone.

import { createHash, createHmac } from "node:crypto";

const WORDS = 2 ** 32;

const hash = (...parts) => parts.reduce((sum, part) => sum.update(part), createHash("sha256"));
const keyed = (key, message) => createHmac("sha256", key).update(message).digest();

/** The public promise, 64 hex digits. */
const commitment = (game, secret) => hash(`referee/commit/1\n${game}\n`, secret).digest("hex");

/** The 32 bytes from which all chance of a game comes; nonces: seat → 32 hex digits or "none". */
function finalSeed(game, secret, nonces) {
  const lines = Object.keys(nonces)
    .sort()
    .map((seat) => `${seat}:${nonces[seat]}\n`);
  return keyed(secret, `referee/seed/1\n${game}\n${lines.join("")}`);
}

/** The 32-bit words of a label, without end. */
function* words(seed, label) {
  const key = keyed(seed, `referee/stream/1\n${label}`);
  const number = Buffer.alloc(8);
  for (let block = 0n; ; block++) {
    number.writeBigUInt64BE(block);
    const raw = keyed(key, number);
    for (let at = 0; at < 32; at += 4) yield raw.readUInt32BE(at);
  }
}

/** One of 0 … n-1, each as likely as the others. */
function uniform(stream, n) {
  if (n === 1) return 0;
  const limit = WORDS - (WORDS % n);
  let word = stream.next().value;
  while (word >= limit) word = stream.next().value;
  return word % n;
}

/** The numbers 0 … n-1 in random order; item 0 is the top. */
function shuffled(stream, n) {
  const pile = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = uniform(stream, i + 1);
    [pile[i], pile[j]] = [pile[j], pile[i]];
  }
  return pile;
}

/** Line t of the bulk vector. */
function bulkLine(t) {
  const stream = words(hash(`vec${t}`).digest(), `deck/landscape/${t % 7}`);
  return [shuffled(stream, 1 + (t % 120)).join(","), uniform(stream, 6), uniform(stream, 3000000000)].join("|");
}

const secret = Buffer.from(Array.from({ length: 32 }, (_, i) => i));
const seed = finalSeed("demo-1", secret, { red: "11".repeat(16), blue: "22".repeat(16) });
const first = words(seed, "deck/landscape/0");
const bulk = Array.from({ length: 10000 }, (_, t) => bulkLine(t)).join("\n");

console.log(`commitment ${commitment("demo-1", secret)}`);
console.log(`final_seed ${seed.toString("hex")}`);
console.log(`words deck/landscape/0 ${Array.from({ length: 4 }, () => first.next().value).join(" ")}`);
for (const label of ["deck/landscape/0", "stack/red/0"]) {
  console.log(`shuffle ${label} ${shuffled(words(seed, label), 10).join(" ")}`);
}
console.log(`bulk ${hash(bulk).digest("hex")}`);
