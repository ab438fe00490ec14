// Orders for the next turn: the moves of which the first possible one is played, and the text that says so.
import { choiceOf, partLines } from "./menu.js";

/** @import { Step } from "./menu.js" */
/** @import { Menu } from "./read_menu.js" */
/** @typedef {{ steps: Step[], careful: boolean }} Alternative a move, and whether others may spoil it by building there */

/**
 * The spaces of the board that the steps use, each once.
 * @param {Menu} menu
 * @param {Step[]} steps
 */
function spacesOf(menu, steps) {
  const labels = new Set(menu.spaces.map((space) => space.label));
  const named = steps.flatMap((each) => choiceOf(menu, each).places.slice(0, choiceOf(menu, each).covers));
  return [...new Set(named)].filter((place) => labels.has(place));
}

/**
 * @param {Menu} menu
 * @param {Alternative} alternative
 */
function alternativeLines(menu, { steps, careful }) {
  const spaces = careful ? spacesOf(menu, steps) : [];
  const conditions = spaces.map((place) => `      - ${JSON.stringify(`nobody built in ${place}`)}`);
  const move = partLines(menu, steps).flatMap((each) => each.split("\n").map((line) => `      ${line}`));
  return conditions.length ? ["  - if:", ...conditions, "    move:", ...move] : ["  - move:", ...move];
}

/**
 * The text of orders for the next turn.
 * @param {Menu} menu
 * @param {Alternative[]} alternatives
 */
export function ordersText(menu, alternatives) {
  const { game, seat } = menu.move;
  const lines = alternatives.flatMap((each) => alternativeLines(menu, each));
  return `${[`game: ${game}`, `seat: ${seat}`, "orders:", ...lines].join("\n")}\n`;
}

/**
 * What is ordered: the moves that were kept, and the one that is being composed if it does something.
 * @param {{ kept: Alternative[], steps: Step[], careful: boolean }} turn
 */
export const allAlternatives = ({ kept, steps, careful }) => (steps.length ? [...kept, { steps, careful }] : kept);
