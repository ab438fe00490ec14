// What part of a board that grows is looked at.

const [HALF_WIDTH, HALF_HEIGHT, MARGIN] = [60, 52, 12]; // of a hex, and around all

/** @typedef {[number, number, number, number]} Box left, top, right, bottom */

/**
 * The box around hexes.
 * @param {[number, number][]} centres
 * @returns {Box}
 */
export function boxAround(centres) {
  const [xs, ys] = [0, 1].map((axis) => centres.map((each) => each[axis]));
  const [wide, high] = [HALF_WIDTH + MARGIN, HALF_HEIGHT + MARGIN];
  return [Math.min(...xs) - wide, Math.min(...ys) - high, Math.max(...xs) + wide, Math.max(...ys) + high];
}

/**
 * The first of some boxes, each of which is inside the next one, that holds another one.
 * @param {Box[]} boxes
 * @param {Box} inner
 */
export const firstAround = (boxes, inner) =>
  boxes.find(([left, top, right, bottom]) =>
    [left <= inner[0], top <= inner[1], right >= inner[2], bottom >= inner[3]].every(Boolean),
  );
