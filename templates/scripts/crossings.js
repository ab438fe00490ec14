// The choices of pieces that cross a space, made of what the menu says of spaces and edges: see referee/show/menu.py.
import { fill } from "./elements.js";

/** @typedef {[number, ...number[]]} Unlike a shape; by their numbers the lists gains, worth, joins */
/**
 * By their numbers the list of its shapes, its edges, and for edges the lists of after, begins, meets. There is no after
 * and begins for edges where no piece may begin, and no edge where it neither may begin nor meets anything.
 * @typedef {[number, number[], number[], number[], number[], ...Unlike[]]} Space
 */
/**
 * @typedef {object} Crossings
 * @property {string} kind
 * @property {string} says
 * @property {string} writes
 * @property {number[]} uses
 * @property {number[]} gains
 * @property {string[]} edges
 * @property {[number, number][]} shapes
 * @property {number[]} pieces
 * @property {string[]} places their labels
 * @property {Space[]} spaces
 */

/** @param {number[]} numbers */
const eachOnce = (numbers) => [...new Set(numbers)].sort((one, other) => one - other);

/**
 * @param {Crossings} crossings
 * @param {number[][]} lists
 */
export const crossingChoices = (crossings, lists) =>
  crossings.spaces.flatMap((space, at) => lists[space[0]].map((shape) => crossingChoice(crossings, lists, at, shape)));

/**
 * @param {Crossings} crossings
 * @param {number[][]} lists
 * @param {number} number of the space
 * @param {number} shape
 */
function crossingChoice(
  { kind, says, writes, uses, gains, edges, shapes, pieces, places, spaces },
  lists,
  number,
  shape,
) {
  const [, ends, after, begins, meets, ...unlike] = spaces[number];
  const at = places[number];
  const [one, other] = shapes[shape].map((edge) => edges[edge]);
  const met = [...ends.keys()].filter((each) => shapes[shape].includes(ends[each]));
  const own = unlike.find(([each]) => each === shape)?.slice(1);
  const joins = eachOnce(met.flatMap((each, nth) => lists[(nth ? meets : begins)[each]]));
  const [gained, worth, joined] = own?.map((list) => lists[list]) ?? [gains, [], joins];
  const facts = { at, one, other };
  return {
    kind,
    places: [at],
    says: fill(says, facts),
    writes: fill(writes, facts),
    after: groupsOf(met.filter((each) => each in after).map((each) => lists[after[each]])),
    alone: true,
    uses,
    gains: gained,
    piece: pieces[shape],
    worth,
    joins: joined,
  };
}

/**
 * One choice of those at both edges must have been taken before; none if the piece may begin at one of them at once.
 * @param {number[][]} needs
 */
const groupsOf = (needs) => (needs.every((each) => each.length) ? [eachOnce(needs.flat())] : []);
