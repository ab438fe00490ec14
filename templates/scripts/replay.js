// The replay of a game: what its buttons, keys and links do. Texts go into the page as text.
import { paintWords } from "./cells.js";
import { layChart } from "./chart.js";
import { byId, elementOf } from "./elements.js";
import { addressOf, film, now } from "./film.js";
import { hideFuture, listenToFuture } from "./future.js";
import { showLegibleNames } from "./legible.js";
import { listEntries, listVariations } from "./places.js";
import { playOrStop, stop } from "./playing.js";
import {
  goTo,
  jumpToEnd,
  jumpToTurn,
  leave,
  paintPast,
  seatField,
  show,
  showAddress,
  stepEntry,
  stepTurn,
} from "./show.js";
import { lightSpots, spotOf } from "./spots.js";
import { fitTables } from "./story.js";
import { drawThumbnails } from "./thumbnails.js";
import { laySwitches } from "./zoom.js";

/** @type {Record<string, (isShifted: boolean) => void>} */
const KEYS = {
  ArrowLeft: (isShifted) => (isShifted ? stepEntry(-1) : stepTurn(-1)),
  ArrowRight: (isShifted) => (isShifted ? stepEntry(1) : stepTurn(1)),
  Home: () => jumpToTurn(0),
  End: jumpToEnd,
  " ": playOrStop,
  Escape: leave,
};
const BUTTONS = {
  first: () => jumpToTurn(0),
  previous: () => stepTurn(-1),
  next: () => stepTurn(1),
  last: jumpToEnd,
};

/** @param {KeyboardEvent} event */
function pressKey(event) {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !(key in KEYS)) return;
  if (target instanceof Element && isFor(target, key, event.shiftKey)) return;
  event.preventDefault();
  if (key !== " ") stop();
  KEYS[key](event.shiftKey);
}

/**
 * Whether a key means something else where the focus is: in a field, on a button, or on what it scrolls.
 * @param {Element} target
 * @param {string} key
 * @param {boolean} isShifted
 */
function isFor(target, key, isShifted) {
  if (target.id === "slider" && (key === " " || isShifted)) return false;
  if (target.closest("select, textarea, input")) return key !== "Escape";
  if (target.closest("button, a, summary") && key === " ") return true;
  return key.startsWith("Arrow") && target.matches(".wide") && target.scrollWidth > target.clientWidth;
}

/**
 * Links keep the seat that is chosen, and are steps of the browser's history.
 * @param {MouseEvent} event
 */
function follow(event) {
  const link = event.target instanceof Element && event.target.closest("a[data-place]");
  if (!(link instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const [strand, at] = (link.dataset.place ?? "").split("/").map(Number);
  const isEntering = link.closest("#branches, #variations"); // asked now: what is shown anew replaces the link
  stop();
  history.pushState(null, "", addressOf(strand, at));
  show(strand, at);
  if (isEntering) byId("back").focus();
  byId(isEntering ? "strand" : "view").scrollIntoView({ block: "nearest" });
}

/**
 * A click anywhere on a line of the story is one on its link, except on the name of a space or to mark words.
 * @param {MouseEvent} event
 */
function followLine(event) {
  if (!(event.target instanceof Element) || spotOf(event.target) || event.target.closest("a")) return;
  if (String(getSelection())) return;
  event.target.closest("li")?.querySelector("a")?.click();
}

function listenToDeck() {
  for (const [id, act] of Object.entries(BUTTONS)) {
    byId(id).addEventListener("click", () => {
      stop();
      act();
    });
  }
  byId("play").addEventListener("click", playOrStop);
  byId("back").addEventListener("click", leave);
  const slider = elementOf("slider", HTMLInputElement);
  slider.addEventListener("input", () => {
    stop();
    jumpToTurn(Number(slider.value));
  });
  const seat = seatField;
  seat?.addEventListener("change", () => goTo(now.strand, now.at, film.readers.indexOf(seat.value)));
}

function listenToPage() {
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault(); // the address says where in the game the reader is
    byId("story").focus();
  });
  layChart((turn) => {
    stop();
    goTo(0, film.strands[0].turns[turn]);
  });
  byId("turns").addEventListener("click", followLine);
  lightSpots();
  byId("words").addEventListener("toggle", paintWords);
  document.addEventListener("click", follow);
  addEventListener("keydown", pressKey);
  addEventListener("hashchange", showAddress);
  addEventListener("popstate", showAddress);
  addEventListener("resize", fitTables);
}

/** The list of all entries is made when it is unfolded. */
function unfoldEntries() {
  listEntries();
  paintPast();
}

listenToDeck();
listenToPage();
showLegibleNames(byId("view"));
document.body.classList.add("scripted");
if (film.strands.length > 1) listVariations();
listenToFuture(paintPast);
hideFuture(/^#(?:.*entry=)?\d/.test(location.hash)); // a link to an entry does not reveal the end
byId("entries").addEventListener("toggle", unfoldEntries, { once: true });
showAddress();
drawThumbnails();
if (!byId("view").hidden) laySwitches(byId("view"), film.words);
