// The board of the replay: each cell is drawn again when it changes.
import { byId, draw, elementOf, make } from "./elements.js";
import { boards, film, framesNow, GONE, now } from "./film.js";
import { boxAround, firstAround } from "./frames.js";

/** @import { Shape } from "./film.js" */
/** @typedef {{ slots: SVGElement[], shore: SVGElement, sides: SVGElement, shown: Shape }} Cell */

const SVG = "http://www.w3.org/2000/svg";
// A cell is drawn layer by layer from below, so that nothing covers what is written.
const layers = ["soil", "bands", "standing", "lettering"].map((id) => elementOf(id, SVGElement));
const cells = film.cells.map(layCell);
/** @type {DocumentFragment[]} */
const drawings = []; // of each look
let drawn = 0; // how many cells were drawn so far
let hasLooked = false; // whether the view was moved to where something is

/**
 * @param {[number, number]} centre
 * @returns {Cell}
 */
function layCell([x, y]) {
  const place = { transform: `translate(${x} ${y})` };
  const add = (/** @type {string} */ id, /** @type {SVGElement} */ element) =>
    elementOf(id, SVGElement).appendChild(element);
  return {
    slots: layers.map((layer) => layer.appendChild(draw("g", place))),
    shore: add("shore", draw("use", { href: "#hex", x, y, class: "gone" })),
    sides: add("sides", draw("path", place)),
    shown: GONE,
  };
}

export function paintCells() {
  boards[now.strand][now.at].forEach((shape, at) => {
    const { shown } = cells[at];
    if (shape !== shown && shape.some((part, number) => part !== shown[number])) paintCell(cells[at], shape);
  });
  byId("replay").dataset.drawn = String(drawn); // shows how much work it was
  frameBoard(boards[now.strand][now.at]);
  const ways = framesNow()[now.at].ways.map((each) => parseDrawing(film.ways[each]));
  elementOf("ways", SVGElement).replaceChildren(...ways);
}

/** @param {Shape[]} board */
const boxOf = (board) => boxAround(film.cells.filter((_, at) => board[at][0] >= 0));

const whole = boards[0][boards[0].length - 1];
const grows = whole.some(([look], at) => look >= 0 && boards[0][0][at][0] < 0);
const steps = grows
  ? [0.25, 0.5, 0.75, 1].map((part) => boxOf(boards[0][Math.floor(part * (boards[0].length - 1))]))
  : [];

/**
 * A board that grows is shown in a few sizes: as large as it can be, and seldom another one.
 * @param {Shape[]} board
 */
function frameBoard(board) {
  if (!grows) return;
  const inner = boxOf(board);
  const [left, top, right, bottom] = firstAround(steps, inner) ?? inner;
  byId("view")
    .querySelector("svg.live")
    ?.setAttribute("viewBox", [left, top, right - left, bottom - top].join(" "));
}

/**
 * @param {Cell} cell
 * @param {Shape} shape
 */
function paintCell(cell, shape) {
  const [look, label, words, sides] = shape;
  drawn += 1;
  for (const slot of cell.slots) slot.replaceChildren();
  cell.shore.setAttribute("class", look < 0 ? "gone" : "");
  if (cell.shown[3] !== sides) {
    cell.sides.setAttribute("d", film.sides.filter((_, side) => sides & (1 << side)).join(""));
  }
  cell.shown = shape;
  if (look < 0) return;
  cell.slots[0].append(draw("title", {}, [film.texts[label], film.texts[words]].filter(Boolean).join(": ")));
  const drawing = drawingOf(look, label);
  layers.forEach(({ id }, number) => {
    cell.slots[number].append(drawing.querySelector(`.${id}`) ?? "");
  });
}

/**
 * A copy of the drawing of a look, with a label: the only markup in the data, which the page's own templates made.
 * @param {number} look
 * @param {number} label
 */
function drawingOf(look, label) {
  drawings[look] ??= parseDrawing(
    film.looks[look]
      .slice(1)
      .map((bit) => film.bits[bit])
      .join(""),
  );
  const copy = /** @type {DocumentFragment} */ (drawings[look].cloneNode(true));
  const gap = copy.querySelector("tspan");
  if (gap) gap.textContent = film.texts[label];
  return copy;
}

/**
 * A whole board, small: nothing is written on it.
 * @param {Shape[]} board
 */
export function drawBoard(board) {
  const shore = /** @type {Element} */ (elementOf("shore", SVGElement).cloneNode(false));
  shore.removeAttribute("id");
  const found = ["soil", "bands", "standing"].map((id) => ({ id, layer: draw("g") }));
  board.forEach(([look, label], at) => {
    if (look < 0) return;
    const [x, y] = film.cells[at];
    const drawing = drawingOf(look, label);
    for (const each of drawing.querySelectorAll("text")) each.remove();
    shore.append(draw("use", { href: "#hex", x, y }));
    for (const { id, layer } of found) {
      const part = drawing.querySelector(`.${id}`);
      if (part) layer.append(draw("g", { transform: `translate(${x} ${y})` }, part));
    }
  });
  return [shore, ...found.map(({ layer }) => layer)];
}

/** @param {string} markup */
export function parseDrawing(markup) {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml");
  const found = document.createDocumentFragment();
  found.append(...document.importNode(parsed.documentElement, true).childNodes);
  return found;
}

/** The board in words, while they are unfolded. */
export function paintWords() {
  if (!elementOf("words", HTMLDetailsElement).open) return;
  const there = cells.map(({ shown }) => shown).filter(([look]) => look >= 0);
  const items = there
    .filter(([, , words]) => words)
    .map(([, label, words]) => wordsOf(film.texts[label], film.texts[words]));
  const bare = there.filter(([, , words]) => !words).map(([, label]) => film.texts[label]);
  if (bare.length) items.push(wordsOf(film.words.empty, bare.join(", ")));
  byId("in-words").replaceChildren(...items);
}

/**
 * @param {string} label
 * @param {string} words
 */
const wordsOf = (label, words) => make("li", {}, make("b", {}, label), ` ${words}`);

/** Where the board is larger than its window: shows what is new on it. */
export function scrollToNews() {
  const view = byId("view");
  if (view.scrollWidth <= view.clientWidth && view.scrollHeight <= view.clientHeight) return;
  const looks = cells.map(({ shown: [look] }) => look);
  const there = film.cells.filter((_, at) => looks[at] >= 0);
  const fresh = film.cells.filter((_, at) => looks[at] >= 0 && film.looks[looks[at]][0]);
  if (!fresh.length && hasLooked) return;
  hasLooked = true; // where the reader looks at first there is something, and then the view stays until there is news
  const seen = fresh.length ? fresh : there;
  const [x, y] = [0, 1].map((axis) => seen.reduce((sum, cell) => sum + cell[axis], 0) / seen.length);
  const box = view.querySelector("svg")?.viewBox.baseVal ?? new DOMRect();
  view.scrollLeft = ((x - box.x) / box.width) * view.scrollWidth - view.clientWidth / 2;
  view.scrollTop = ((y - box.y) / box.height) * view.scrollHeight - view.clientHeight / 2;
}
