// An answer by mail: the move between the lines that the referee looks for. Only what is between them is edited.

/** @import { Reply } from "./read_menu.js" */
/** @typedef {{ opens: string, closes: string }} Envelope the lines around the move, "" where there are none */

/**
 * @param {Reply | null} reply
 * @returns {Envelope}
 */
export const envelopeOf = (reply) => reply ?? { opens: "", closes: "" };

/**
 * The whole answer around a move.
 * @param {Envelope} envelope
 * @param {string} move
 */
export const wholeAnswer = ({ opens, closes }, move) => (closes ? `${opens}${move.trimEnd()}\n${closes}` : move);

/**
 * @param {Envelope} envelope
 * @param {string} text
 */
const isWhole = ({ opens, closes }, text) => !closes || (text.startsWith(opens) && text.endsWith(`\n${closes}`));

/**
 * The move in an answer.
 * @param {Envelope} envelope
 * @param {string} text
 */
export const moveIn = (envelope, text) =>
  isWhole(envelope, text) ? text.slice(envelope.opens.length, text.length - envelope.closes.length) : text;

/**
 * What an edit makes of a whole answer: what it does to the lines around the move is undone.
 * @param {Envelope} envelope
 * @param {string} before
 * @param {string} after
 */
export function repairAnswer(envelope, before, after) {
  if (isWhole(envelope, after)) return after;
  const start = envelope.opens.length;
  const end = before.length - envelope.closes.length;
  const { from, same } = commonEnds(before, after);
  const until = before.length - same;
  if ((from < start && until <= start) || from > end) return before;
  const part = (/** @type {number} */ first, /** @type {number} */ last) =>
    before.slice(Math.max(first, start), Math.min(last, end));
  const edited = after.slice(from, after.length - same);
  return wholeAnswer(envelope, part(0, from) + edited + part(until, before.length));
}

/**
 * How many characters two texts share at their beginning, and then at their end.
 * @param {string} one
 * @param {string} other
 */
function commonEnds(one, other) {
  const shorter = Math.min(one.length, other.length);
  let from = 0;
  let same = 0;
  while (from < shorter && one[from] === other[from]) from += 1;
  while (same < shorter - from && one[one.length - 1 - same] === other[other.length - 1 - same]) same += 1;
  return { from, same };
}
