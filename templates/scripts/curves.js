// The lines of a chart as numbers.

/**
 * The points of a path that has no curves: M0 10L20 30.
 * @param {string} path
 */
export const pointsOf = (path) =>
  path
    .slice(1)
    .split("L")
    .map((point) => point.split(" ").map(Number));

/**
 * The same heights, moved so that no two are closer than `apart`, and none below `lowest`: as the page itself has them.
 * @param {number[]} ends
 * @param {number} lowest
 * @param {number} apart
 */
export function spreadEnds(ends, lowest, apart) {
  const order = [...ends.keys()].sort((a, b) => ends[a] - ends[b]);
  const moved = [...ends];
  order.forEach((here, at) => {
    if (at) moved[here] = Math.max(moved[here], moved[order[at - 1]] + apart);
  });
  let limit = lowest;
  for (const here of order.reverse()) {
    moved[here] = Math.min(moved[here], limit);
    limit = moved[here] - apart;
  }
  return moved;
}
