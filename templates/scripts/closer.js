// A board whose hexes are small on a phone: one tap shows those round the finger, and the next one chooses.
import { button, byId } from "./elements.js";
import { fitText, HEX } from "./legible.js";
import { words } from "./page.js";

/** @import { Space } from "./read_menu.js" */

const LARGE = 64; // the pixels of a hex, once it is closer
const SURE = 44; // and from which on a finger hits what it aims at

/** @type {DOMRect | null} */
let whole = null; // the frame of the board while a part of it is shown

/**
 * Shows the board closer round a space where its hexes are small. Whether it did: then nothing is chosen yet.
 * @param {Element | null} board
 * @param {Event} event
 * @param {Space | undefined} space
 */
export function comeCloser(board, event, space) {
  const isTap = event instanceof PointerEvent && event.pointerType === "touch";
  if (!(board instanceof SVGSVGElement) || !isTap || !space || whole) return false;
  if ((board.getScreenCTM()?.a ?? 1) * HEX >= SURE) return false;
  const { x, y, width, height } = board.viewBox.baseVal;
  whole = new DOMRect(x, y, width, height);
  const room = board.getBoundingClientRect();
  const [wide, high] = [(room.width * HEX) / LARGE, (room.height * HEX) / LARGE];
  showPart(board, new DOMRect(within(space.x, wide, x, width), within(space.y, high, y, height), wide, high));
  return true;
}

/**
 * Where a part begins whose middle is there, inside the whole if it fits.
 * @param {number} middle
 * @param {number} size
 * @param {number} start of the whole
 * @param {number} all
 */
const within = (middle, size, start, all) =>
  size > all ? middle - size / 2 : Math.min(Math.max(middle - size / 2, start), start + all - size);

/**
 * Whether a part was shown before.
 * @param {Element | null} board
 */
export function showWhole(board) {
  if (!(board instanceof SVGSVGElement) || !whole) return false;
  const frame = whole;
  whole = null;
  showPart(board, frame);
  return true;
}

/**
 * @param {SVGSVGElement} board
 * @param {DOMRect} part
 */
function showPart(board, { x, y, width, height }) {
  Object.assign(board.viewBox.baseVal, { x, y, width, height });
  byId("whole").hidden = !whole;
  fitText(board);
}

/** @param {Element} board */
export function layWhole(board) {
  board.parentElement?.after(button(words.wholeBoard, () => showWhole(board), { id: "whole", hidden: true }));
}
