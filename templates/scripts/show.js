// Going through the replay: from wherever the reader is to any entry of the game or of a variation.
import { paintCells, paintWords, scrollToNews } from "./cells.js";
import { byId } from "./elements.js";
import { addressOf, film, framesNow, now, placeIn } from "./film.js";
import { markChart, markLinks, paintBranches, paintPlace } from "./places.js";
import { paintStory } from "./story.js";

/** @type {HTMLSelectElement | null} */
export const seatField = document.querySelector("select#seat"); // null: the page has one reader alone

/**
 * @param {number} strand
 * @param {number} at
 */
export function show(strand, at, reader = now.reader) {
  const last = film.strands[strand].frames.length - 1;
  Object.assign(now, { strand, at: Math.max(0, Math.min(at, last)), reader });
  paintCells();
  paintStory();
  paintPlace();
  paintBranches();
  paintWords();
  markChart();
  markLinks();
  scrollToNews();
}

/**
 * The same, with the address of the page.
 * @param {number} strand
 * @param {number} at
 */
export function goTo(strand, at, reader = now.reader) {
  show(strand, at, reader);
  history.replaceState(null, "", addressOf());
}

export function showAddress() {
  const { strand, at, reader } = placeIn(location.hash);
  show(strand, at, reader);
  if (seatField) seatField.value = film.readers[now.reader];
}

export const isAtEnd = () => now.at === framesNow().length - 1;

/**
 * From the first entry of a variation back to the game.
 * @param {number} by
 */
export function step(by) {
  if (now.strand && now.at + by < 0) goTo(0, film.strands[now.strand].instead - 1);
  else goTo(now.strand, now.at + by);
}

/** @param {number} at */
export const jump = (at) => goTo(now.strand, at);
export const jumpToEnd = () => jump(framesNow().length - 1);

/** Back to where the variation began. The button that was pressed is gone then: the focus goes to the way in again. */
export function leave() {
  if (!now.strand) return;
  const before = now.strand;
  const isInside = byId("strand").contains(document.activeElement);
  goTo(0, film.strands[before].instead);
  const way = document.querySelector(`#branches a[data-place="${before}/0"]`);
  if (isInside) (way instanceof HTMLElement ? way : byId("story")).focus();
}
