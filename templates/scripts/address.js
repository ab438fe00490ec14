// A turn in the address of the page: `#turn=` and, as JSON, for what it was, its steps, words to all, the text if edited; orders.

/** @import { Alternative } from "./alternatives.js" */
/** @import { Step } from "./menu.js" */
/** @import { Menu } from "./read_menu.js" */
/** @typedef {[number, [number[], number][], number | null]} PackedStep */
/** @typedef {{ steps: Step[], said: string, text: string | null, kept: Alternative[], careful: boolean }} KeptTurn */

/**
 * @param {Step} step
 * @returns {PackedStep}
 */
const packStep = ({ choice, branches, otherwise }) => [
  choice,
  branches.map(({ names, answer }) => [names, answer]),
  otherwise,
];

/**
 * @param {PackedStep} packed
 * @returns {Step}
 */
const unpackStep = ([choice, branches, otherwise]) => ({
  choice,
  branches: branches.map(([names, answer]) => ({ names, answer })),
  otherwise,
});

/**
 * @param {[PackedStep[], boolean]} packed
 * @returns {Alternative}
 */
const unpackAlternative = ([steps, careful]) => ({ steps: steps.map(unpackStep), careful: careful === true });

/**
 * @param {Menu["move"]} move
 * @param {KeptTurn} turn
 */
export function writeAddress(move, { steps, said, text, kept, careful }) {
  const before = kept.map((each) => [each.steps.map(packStep), each.careful]);
  const ordered = before.length || careful ? [before, careful] : [];
  const parts = [move.head, steps.map(packStep), said, text, move.after, move.game, ...ordered];
  return `#turn=${encodeURIComponent(JSON.stringify(parts))}`;
}

/**
 * What an address holds: null where that is no turn, nothing where it is none of this page, `entry` if of another entry.
 * @param {Menu["move"]} move
 * @param {string} hash
 * @returns {KeptTurn | { entry?: number } | null}
 */
export function readAddress(move, hash) {
  if (!hash.startsWith("#turn=")) return null;
  try {
    const [head, steps, said, text, entry, game, kept = [], careful = false] = JSON.parse(
      decodeURIComponent(hash.slice(6)),
    );
    if (head !== move.head) return game === move.game && entry !== move.after ? { entry: Number(entry) } : {};
    return {
      steps: steps.map(unpackStep),
      said: String(said).slice(0, 1000),
      text: typeof text === "string" ? text : null,
      kept: kept.map(unpackAlternative),
      careful: careful === true,
    };
  } catch {
    return {};
  }
}
