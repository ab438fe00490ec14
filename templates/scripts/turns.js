// Places in a line of play that is cut into turns. `turns` are the places with which they end, the last one that of all.

/**
 * The number of the turn that a place belongs to.
 * @param {number[]} turns
 * @param {number} at
 */
export const turnAt = (turns, at) =>
  Math.max(
    0,
    turns.findIndex((end) => end >= at),
  );

/**
 * Where a step by a turn ends: with each turn, and at each note on the way.
 * @param {import("./film.js").Strand} strand
 */
export const stopsOf = ({ turns, frames }) =>
  frames.flatMap(({ glyph, note }, at) => (turns.includes(at) || (at > turns[0] && (glyph || note)) ? [at] : []));

/**
 * Where a step leads: to the next place where one ends, or to the one before. Below 0 there is none before.
 * @param {number[]} turns
 * @param {number} at
 * @param {number} by 1 or -1
 */
export function placeAfterStep(turns, at, by) {
  const turn = turnAt(turns, at);
  if (by > 0) return at < turns[turn] ? turns[turn] : (turns[turn + 1] ?? at);
  return turn ? turns[turn - 1] : -1;
}
