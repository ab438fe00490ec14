// The replay of a game: what its buttons, keys and links do. Texts go into the page as text.
import { paintWords } from "./cells.js";
import { byId, elementOf } from "./elements.js";
import { addressOf, film, now } from "./film.js";
import { showLegibleNames } from "./legible.js";
import { chart, entryAt, listEntries, listMilestones, listVariations, markLinks } from "./places.js";
import { playOrStop, stop } from "./playing.js";
import { goTo, jump, jumpToEnd, leave, seatField, show, showAddress, step } from "./show.js";
import { fitTables } from "./story.js";
import { laySwitches } from "./zoom.js";

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  Home: () => jump(0),
  End: jumpToEnd,
  " ": playOrStop,
  Escape: leave,
};
const BUTTONS = { first: () => jump(0), previous: () => step(-1), next: () => step(1), last: jumpToEnd };

/** @param {KeyboardEvent} event */
function pressKey(event) {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !(key in KEYS)) return;
  if (target instanceof Element && isFor(target, key)) return;
  event.preventDefault();
  if (key !== " ") stop();
  KEYS[key]();
}

/**
 * Whether a key means something else where the focus is: in a field, on a button, or on what it scrolls.
 * @param {Element} target
 * @param {string} key
 */
function isFor(target, key) {
  if (target.closest("select, textarea, input")) return key !== "Escape" && !(target.id === "slider" && key === " ");
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
  if (!isEntering) return;
  byId("back").focus();
  byId("strand").scrollIntoView({ block: "nearest" });
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
    jump(Number(slider.value));
  });
  const seat = seatField;
  seat?.addEventListener("change", () => goTo(now.strand, now.at, film.readers.indexOf(seat.value)));
}

function listenToPage() {
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault(); // the address says where in the game the reader is
    byId("story").focus();
  });
  const picture = chart;
  picture?.addEventListener("click", (event) => {
    stop();
    goTo(0, entryAt(event, picture));
  });
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
  markLinks();
}

listenToDeck();
listenToPage();
showLegibleNames(byId("view"));
byId("replay").hidden = false;
listMilestones();
listVariations();
byId("entries").addEventListener("toggle", unfoldEntries, { once: true });
showAddress();
if (!byId("view").hidden) laySwitches(byId("view"), film.words);
