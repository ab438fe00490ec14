// Going through the replay: from wherever the reader is to any entry of the game or of a variation.
import { paintCards } from "./cards.js";
import { paintCells, paintWords, scrollToNews } from "./cells.js";
import { paintChart } from "./chart.js";
import { byId } from "./elements.js";
import { addressOf, film, framesNow, now, placeIn } from "./film.js";
import { isFutureHidden, paintFuture, placeInGame } from "./future.js";
import { markLinks, markTurn, paintBranches, paintPlace } from "./places.js";
import { paintStory } from "./story.js";
import { placeAfterStep, stopsOf, turnAt } from "./turns.js";

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
  paintCards();
  paintStory();
  paintPlace();
  paintBranches();
  paintWords();
  paintPast();
  scrollToNews();
  speak();
}

/** For readers who do not see it: where this is, what happened, and how the game is now. */
function speak() {
  const line = document.querySelector("#turns .now:not([hidden]) div") ?? byId("lines");
  const words = [byId("position"), line, byId("headline")].map((each) => each.textContent?.trim());
  byId("spoken").textContent = words.map((each) => each?.replace(/\w$/, "$&.")).join(" ");
}

/** What shows the whole game, as far as it is shown. */
export function paintPast() {
  paintFuture();
  paintChart(turnAt(film.strands[0].turns, placeInGame()), isFutureHidden());
  markLinks();
  markTurn();
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

/** @param {number} by entries */
export const stepEntry = (by) => stepTo(now.at + by);

/** @param {number} by 1 or -1: a turn, or a part of one to a note in it */
export const stepTurn = (by) => stepTo(placeAfterStep(stopsOf(film.strands[now.strand]), now.at, by));

/**
 * Before its first entry a variation leads back to the game. The game begins with its first turn.
 * @param {number} at
 */
function stepTo(at) {
  if (at >= 0) jump(at);
  else if (now.strand) goTo(0, film.strands[now.strand].place - 1);
}

/** @param {number} at */
export const jump = (at) => goTo(now.strand, at);
/** @param {number} turn */
export const jumpToTurn = (turn) => jump(film.strands[now.strand].turns[turn]);
export const jumpToEnd = () => jump(framesNow().length - 1);

/** Back to where the variation began. The button that was pressed is gone then: the focus goes to the way in again. */
export function leave() {
  if (!now.strand) return;
  const before = now.strand;
  const isInside = byId("strand").contains(document.activeElement);
  goTo(0, film.strands[before].place);
  const way = document.querySelector(`#branches a[data-place="${before}/0"]`);
  if (isInside) (way instanceof HTMLElement ? way : byId("story")).focus();
}
