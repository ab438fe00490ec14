// The choices of pieces that cross a space, made of what the menu says of spaces and edges: see referee/show/menu.py.
import { fill } from "./elements.js";

/** @typedef {[number, number[] | null, number, number]} Edge its number; by numbers the lists of after, begins, meets */
/** @typedef {[number, number, number, number]} Unlike a shape; by their numbers the lists gains, worth, joins */
/** @typedef {[string, number, number, Edge[], Unlike[]?]} Space its label; by their numbers the lists shapes, bars */
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
 * @property {Space[]} spaces
 */

/** @param {number[]} numbers */
const eachOnce = (numbers) => [...new Set(numbers)].sort((one, other) => one - other);

/**
 * @param {Crossings} crossings
 * @param {number[][]} lists
 */
export const crossingChoices = (crossings, lists) =>
  crossings.spaces.flatMap((space) => lists[space[1]].map((shape) => crossingChoice(crossings, lists, space, shape)));

/**
 * @param {Crossings} crossings
 * @param {number[][]} lists
 * @param {Space} space
 * @param {number} shape
 */
function crossingChoice({ kind, says, writes, uses, gains, edges, shapes, pieces }, lists, space, shape) {
  const [at, , bars, ends, unlike = []] = space;
  const [one, other] = shapes[shape].map((edge) => edges[edge]);
  const [first, second] = ends.filter(([edge]) => shapes[shape].includes(edge));
  const own = unlike.find(([each]) => each === shape)?.slice(1);
  const joins = eachOnce([...lists[first[2]], ...lists[second[3]]]);
  const [gained, worth, joined] = own?.map((list) => lists[list]) ?? [gains, [], joins];
  const facts = { at, one, other };
  return {
    kind,
    places: [at],
    says: fill(says, facts),
    writes: fill(writes, facts),
    after: groupsOf(lists, [first, second]),
    bars: lists[bars],
    uses,
    gains: gained,
    piece: pieces[shape],
    worth,
    joins: joined,
  };
}

/**
 * One choice of those at both edges must have been taken before; none if the piece may begin at one of them at once.
 * @param {number[][]} lists
 * @param {Edge[]} edges
 */
function groupsOf(lists, edges) {
  const needs = edges.flatMap(([, after]) => (after ? [after.flatMap((list) => lists[list])] : []));
  return needs.every((each) => each.length) ? [eachOnce(needs.flat())] : [];
}
