// A piece of several spaces: it lies where it was chosen, is turned there, and says what it would bring.
import { button, byId, draw, fill, make, row, rows } from "./elements.js";
import { iconOf } from "./icons.js";
import { menu, spaces, words } from "./page.js";

/** @import { Offer } from "./menu.js" */
/** @import { Acts } from "./page.js" */
/** @import { Choice } from "./read_menu.js" */
/** @typedef {(by: number) => void} Turn */

const NEXT = 110; // the centres of neighbours are nearer than that

/**
 * The ways to place a piece, of which one is shown; `turn` goes to another.
 * @param {Offer[]} offers
 * @param {Acts} acts
 * @param {Turn} turn
 */
export function tilePanel(offers, acts, turn) {
  const places = offers.map(({ number, choice }) => {
    const found = button("", () => acts.take(number), { class: "offer strong", "data-choice": number });
    found.append(make("span", {}, words.placeHere), make("span", { class: "unseen" }, choice.says));
    return found;
  });
  const turner = (/** @type {string} */ sign, /** @type {number} */ by, /** @type {string} */ says) =>
    button(sign, () => turn(by), { class: "turner", "aria-label": says });
  return make(
    "div",
    { class: "tile" },
    turner("\u21ba", -1, words.turnLeft),
    make("div", { id: "tile-picture" }),
    turner("\u21bb", 1, words.turnRight),
    make("div", { class: "gives" }, make("h4", {}, words.gives), make("div", { id: "gives" })),
    make("div", { class: "ways-to-place" }, ...places),
  );
}

/**
 * Shows one of the ways.
 * @param {number} number
 */
export function showTile(number) {
  const choice = menu.choices[number];
  byId("tile-picture").replaceChildren(...iconOf(choice));
  byId("gives").replaceChildren(
    rows(
      "plain-list",
      linesOf(choice).map((each) => row(each)),
    ) ?? "",
  );
  for (const each of byId("choices-list").querySelectorAll(".offer"))
    each.classList.toggle("current", each.getAttribute("data-choice") === String(number));
}

/**
 * Which landscapes would be next to what the reader has built.
 * @param {Choice} choice
 */
function linesOf({ places, piece }) {
  const at = spaces.get(places[0]);
  const lands = menu.lands[piece ?? -1] ?? [];
  if (!at) return [];
  const lines = Object.entries(menu.own).flatMap(([place, name]) => {
    const own = spaces.get(place);
    const near = lands.filter(([x, y]) => own && Math.hypot(at.x + x - own.x, at.y + y - own.y) < NEXT);
    const land = near.map(([, , says]) => says).join(", ");
    return land ? [fill(words.nextTo, { land, piece: name, place })] : [];
  });
  return lines.length ? lines : [words.givesNothing];
}

/**
 * Two round buttons beside a piece on the board; on the page there are others for keys.
 * @param {string} place
 * @param {Turn} turn
 */
export function boardTurners(place, turn) {
  const at = spaces.get(place);
  if (!at) return [];
  return [-1, 1].map((by) => {
    const found = draw("g", { class: "board-turner", transform: `translate(${at.x + by * 150} ${at.y + 104})` });
    found.append(
      draw("g", { class: "badge" }, draw("circle", { r: 36 }), draw("text", { y: 15 }, by < 0 ? "\u21ba" : "\u21bb")),
    );
    found.addEventListener("click", (event) => {
      event.stopPropagation();
      turn(by);
    });
    return found;
  });
}
