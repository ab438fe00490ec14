// What must be taken first, so that a choice becomes possible. It knows no page.
import { hindranceOf, stepOf } from "./menu.js";

/** @import { Step } from "./menu.js" */
/** @import { Menu } from "./read_menu.js" */
/** @typedef {{ number: number, first: number[] }} Late a choice, and those that are taken before it, in their order */

const MOST_FIRST = 6; // choices before another

/**
 * Of choices that need others first the one that needs fewest; undefined where the turn has no room for any.
 * @param {Menu} menu
 * @param {Step[]} steps
 * @param {number[]} wanted
 * @returns {Late | undefined}
 */
export function nearestLate(menu, steps, wanted) {
  /** @type {Set<string>} */
  const failed = new Set();
  for (let most = 1; most <= MOST_FIRST; most += 1) {
    for (const number of wanted) {
      const first = firstFor(menu, steps, number, most, failed);
      if (first) return { number, first };
    }
  }
  return undefined;
}

/**
 * What must be taken before a choice, `most` choices or fewer; undefined where there is nothing like that.
 * @param {Menu} menu
 * @param {Step[]} steps
 * @param {number} number
 * @param {number} most
 * @param {Set<string>} failed numbers of steps, choices and limits with which it was tried in vain
 * @returns {number[] | undefined}
 */
function firstFor(menu, steps, number, most, failed) {
  const key = `${steps.length}/${number}/${most}`;
  const { why, missing } = hindranceOf(menu, number, steps);
  if (!why) return [];
  if (why !== "after" || most < 1 || (failed.has(key) && missing.length < 2)) return undefined;
  for (const each of missing[0]) {
    const before = firstFor(menu, steps, each, most - 1, failed);
    if (!before) continue;
    const taken = [...before, each];
    const rest = firstFor(menu, [...steps, ...taken.map(stepOf)], number, most - taken.length, failed);
    if (rest) return [...taken, ...rest];
  }
  failed.add(key);
  return undefined;
}
