// The board: which of its spaces have choices, the pieces of the turn on it, and the way over it by keys.

import { comeCloser, layWhole, showWhole } from "./closer.js";
import { byId, draw, fill, hex } from "./elements.js";
import { lightLayer } from "./lights.js";
import { badge, markOf } from "./marks.js";
import { choiceOf } from "./menu.js";
import { menu, says, spaces, state, words } from "./page.js";

/** @import { Acts } from "./page.js" */
/** @import { Space } from "./read_menu.js" */
/** @typedef {{ places: string[], piece: number | null, covers: number }} Placed what has a piece on spaces */

export const board = document.querySelector("#stage .picture svg"); // null: a game without one
/** @type {Map<string, SVGElement>} */
const spots = new Map();
const pieces = draw("g", { "aria-hidden": "true", class: "pieces" });
const ghost = draw("g", { "aria-hidden": "true", class: "ghost" });
const turners = draw("g", { "aria-hidden": "true", class: "turners" });
const BESIDE = 110; // the middles of neighbours are nearer than that
let here = ""; // the space that Tab reaches

/** @param {string} place */
const spaceOf = (place) => /** @type {Space} */ (spaces.get(place));
/** @param {string} place */
const spotOf = (place) => /** @type {SVGElement} */ (spots.get(place));
/** @param {EventTarget | null} target */
const placeOf = (target) => (target instanceof Element && target.closest(".spot")?.getAttribute("data-place")) || "";

/** @param {Acts} acts */
export function layBoard(acts) {
  if (!board) return;
  board.setAttribute("role", "group");
  if (board instanceof SVGSVGElement && menu.wide.some(Boolean)) fitPieces(board);
  const layer = draw("g", { class: "spots", role: "group", "aria-label": words.spots });
  for (const { label, x, y } of menu.spaces) {
    const facts = { class: "spot", role: "button", tabindex: "-1", transform: `translate(${x} ${y})` };
    const spot = draw("g", { ...facts, "data-place": label });
    spots.set(label, spot);
    layer.append(spot);
  }
  layWhole(board);
  layer.addEventListener("click", (event) => {
    if (comeCloser(board, event, spaces.get(placeOf(event.target)))) return;
    (isOnMark(event) ? acts.takeBest : acts.open)(placeOf(event.target));
  });
  layer.addEventListener("mouseover", ({ target }) => acts.point(placeOf(target)));
  layer.addEventListener("mouseleave", () => acts.point(""));
  listenToDrags(layer, acts);
  layer.addEventListener("keydown", (event) => pressKey(event, acts));
  // Not on the layer: what listens for focus in a drawing is a stop for Tab itself.
  byId("stage").addEventListener("focusin", ({ target }) => {
    goTo(placeOf(target), false);
    if (state.route && placeOf(target)) acts.point(placeOf(target));
  });
  board.querySelector(".letters")?.before(pieces, ghost);
  board.append(lightLayer);
  if (menu.wide.some(Boolean)) layer.classList.add("wide");
  board.append(layer, turners);
}

/**
 * Whether the mark of a space was clicked, by mouse: a finger may not mean it.
 * @param {Event} event
 */
const isOnMark = (event) =>
  event instanceof PointerEvent &&
  event.pointerType === "mouse" &&
  event.target instanceof Element &&
  event.target.matches(".disc, .count, .even");

/**
 * Room for a piece of several spaces whose middle is at the edge, and for nothing else.
 * @param {SVGSVGElement} drawing
 */
function fitPieces(drawing) {
  const xs = menu.spaces.map(({ x }) => x);
  const ys = menu.spaces.map(({ y }) => y);
  const [x, y] = [Math.min(...xs) - 160, Math.min(...ys) - 166];
  const [width, height] = [Math.max(...xs) + 160 - x, Math.max(...ys) + 166 - y];
  Object.assign(drawing.viewBox.baseVal, { x, y, width, height });
  document.documentElement.style.setProperty("--ratio", String(width / height));
}

/**
 * From space to space by mouse: a route.
 * @param {SVGElement} layer
 * @param {Acts} acts
 */
function listenToDrags(layer, acts) {
  let from = "";
  layer.addEventListener("pointerdown", ({ target }) => {
    from = placeOf(target);
  });
  layer.addEventListener("pointerup", ({ target }) => {
    const to = placeOf(target);
    if (from && to && from !== to) acts.connect(from, to);
  });
}

export function paintBoard() {
  for (const [place, spot] of spots) paintSpot(place, spot);
  board?.querySelector(".spots")?.classList.toggle("lit", Boolean(state.kind || state.route || state.asking));
  pieces.replaceChildren(...state.steps.flatMap((each) => drawPieces(choiceOf(menu, each), true)));
  if (board && !spots.has(here)) here = firstSpot();
  for (const [place, spot] of spots) {
    const stop = place === here ? "0" : "-1";
    if (spot.getAttribute("tabindex") !== stop) spot.setAttribute("tabindex", stop); // each change costs a new style
  }
}

/**
 * @param {string} place
 * @param {SVGElement} spot
 */
function paintSpot(place, spot) {
  const found = markOf(place);
  const { mark, count, text, worth } = found;
  const mine = state.steps.filter((each) => choiceOf(menu, each).places.includes(place));
  const own = mine.map((each) => fill(words.spotTaken, { choice: says(each.choice) }));
  const space = spaceOf(place);
  const named = space.words ? text : text.replace(/, ?\{words\}/, "");
  const brings = worth && text === words.spotNow ? [fill(words.spotWorth, { worth })] : [];
  const label = [fill(named, { place, words: space.words, count }), ...brings, ...own].join(" ");
  if (spot.getAttribute("aria-label") === label) return;
  spot.setAttribute("class", `spot ${mark}${place === state.opened ? " open" : ""}`);
  spot.setAttribute("aria-label", label);
  spot.setAttribute("data-count", String(count));
  spot.replaceChildren(hex("hit", { transform: "scale(.96)" }), ...badge(found, space.badge));
}

/** @param {string | null} place */
export function markOpen(place) {
  if (state.opened !== null) spotOf(state.opened).classList.remove("open");
  state.opened = place;
  if (place !== null) spotOf(place).classList.add("open");
}

/**
 * What is about to be taken, or nothing. Where a piece of several spaces is shown, no mark is seen through it.
 * @param {Placed[]} placed
 */
export function showGhost(...placed) {
  ghost.replaceChildren(...placed.flatMap((each) => drawPieces(each, false)));
  if (!menu.wide.some(Boolean)) return;
  const middles = placed.flatMap(({ places, piece }) => (menu.wide[piece ?? -1] ? [spaceOf(places[0])] : []));
  for (const [place, spot] of spots) {
    const { x, y } = spaceOf(place);
    const away = middles.map((at) => Math.hypot(at.x - x, at.y - y));
    spot.classList.toggle(
      "under",
      away.some((each) => each > 0 && each < BESIDE),
    );
  }
}

/**
 * What turns the piece that is about to be placed, or nothing.
 * @param {Element[]} found
 */
export const showTurners = (...found) => turners.replaceChildren(...found);

/**
 * The pieces of a choice, one on each space that it covers.
 * @param {Placed} placed
 * @param {boolean} ringed
 */
function drawPieces({ places, piece, covers }, ringed) {
  if (piece === null) return [];
  const covered = places.slice(0, covers).filter((place) => spaces.has(place));
  return covered.map((place) => drawPiece(spaceOf(place), piece, ringed));
}

/**
 * The second token on a space is beside the first.
 * @param {Space} space
 * @param {number} piece
 * @param {boolean} ringed
 */
function drawPiece(space, piece, ringed) {
  const [x, y] = menu.tokens[piece] ? space.token : [0, 0];
  const rings =
    ringed && !menu.wide[piece] ? ["halo", "ring"].map((kind) => hex(kind, { transform: "scale(.93)" })) : [];
  const facts = { transform: `translate(${space.x} ${space.y})` };
  return draw("g", facts, draw("use", { href: `#piece${piece}`, x, y }), ...rings);
}

/**
 * @param {string} place
 * @param {string} mark
 */
const isMarked = (place, mark) => spotOf(place).classList.contains(mark);
/** @param {string} mark */
const firstMarked = (mark) => [...spots.keys()].find((place) => isMarked(place, mark));
const firstSpot = () => firstMarked("now") || firstMarked("later") || menu.spaces[0].label;

export const focusBoard = () => focusSpot(here);
/** @param {string} place */
export const focusSpot = (place) => spotOf(place).focus({ preventScroll: true });
/**
 * Where a space ends, and what is about to be taken there.
 * @param {string} place
 */
export const bottomOf = (place) =>
  Math.max(spotOf(place).getBoundingClientRect().bottom, ghost.getBoundingClientRect().bottom);

/**
 * Makes a space the one that Tab reaches; "" changes nothing.
 * @param {string} place
 */
export function goTo(place, moving = true) {
  if (!place) return;
  spotOf(here).setAttribute("tabindex", "-1");
  here = place;
  spotOf(here).setAttribute("tabindex", "0");
  if (moving) spotOf(here).focus();
}

/**
 * The nearest space in a direction, "" at the edge. Right and left go up and down by turns, and so keep to a row.
 * @param {number[]} direction
 */
function neighbour([dx, dy]) {
  const from = spaceOf(here);
  const column = Math.round(from.x / 90);
  let best = "";
  let least = Number.POSITIVE_INFINITY;
  for (const space of menu.spaces) {
    const x = space.x - from.x;
    const y = space.y - from.y;
    const ahead = x * dx + y * dy;
    const aside = x * dy + y * dx;
    if (ahead <= 0 || Math.abs(aside) > ahead) continue;
    const lean = dx && Math.sign(y) === (column % 2 ? 1 : -1) ? 1 : 0;
    const cost = ahead * ahead + aside * aside + lean;
    if (cost < least) [best, least] = [space.label, cost];
  }
  return best;
}

/** @param {number} by */
function nextMarked(by) {
  const marked = [...spots.keys()].filter((place) => isMarked(place, "now") || place === here);
  return marked[(marked.indexOf(here) + by + marked.length) % marked.length];
}

/** @type {Record<string, number[]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {KeyboardEvent} event
 * @param {Acts} acts
 */
function pressKey(event, acts) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  showWhole(board); // the next space may be anywhere
  if (event.key in DIRECTIONS) goTo(neighbour(DIRECTIONS[event.key]));
  else if (event.key === "PageDown") goTo(nextMarked(1));
  else if (event.key === "PageUp") goTo(nextMarked(-1));
  else if (event.key === "Enter" || event.key === " ") (event.shiftKey ? acts.takeBest : acts.open)(here);
  else if (event.key === "p" && menu.starts.length) acts.askRoute(here);
  else return;
  event.preventDefault();
}
