// The cards of the players: how each stands after an entry.

import { parseDrawing } from "./cells.js";
import { byId, draw, make } from "./elements.js";
import { film, framesNow, now } from "./film.js";

/** @import { Card } from "./film.js" */

/** The cards stay in their places: only what they say changes. */
export function paintCards() {
  const [mover, ...cards] = film.standings[framesNow()[now.at].standing];
  const found = new Map(cards.map((each) => [film.cards[each][0], film.cards[each]]));
  for (const element of byId("cards").children) {
    const seat = element.getAttribute("data-seat") ?? "";
    const moves = seat === mover;
    element.classList.toggle("moves", moves);
    element.classList.toggle("won", !mover && Boolean(found.get(seat)?.[2])); // at the end only winners have an alert
    element.replaceChildren(...cardOf(seat, moves, found.get(seat)));
  }
}

/**
 * @param {string} seat
 * @param {boolean} moves
 * @param {Card | undefined} card nothing while the title says nothing of the seat
 */
function cardOf(seat, moves, card) {
  const [, , term, last] = film.seats[seat];
  const [, total, alert, parts, supply, player] = card ?? [seat, 0, 0, [], [], 0];
  const flags = [
    alert ? make("b", { class: "alert" }, film.texts[alert]) : "",
    moves ? make("b", {}, film.words.moves) : "",
  ];
  const who = [
    chipOf(seat),
    make("span", { class: "name" }, player ? film.texts[player] : last),
    " ",
    make("span", { class: "unseen" }, term),
  ];
  return [
    alert || moves ? make("p", { class: "flags" }, ...flags) : "",
    make("p", { class: "who" }, ...who, " ", make("b", { class: "total" }, film.texts[total])),
    parts.length ? make("p", { class: "made" }, ...listed(parts.map((part) => film.texts[part]))) : "",
    supply.length ? make("p", { class: "left" }, ...supply.flatMap(amountOf)) : "",
  ];
}

/** @param {string} seat */
export function chipOf(seat) {
  const [number] = film.seats[seat];
  const plate = draw("use", { href: `#plate${number}`, transform: "scale(1.9)" });
  const facts = { class: "chip", viewBox: "-62 -54 124 108", "aria-hidden": "true" };
  return draw(
    "svg",
    facts,
    draw("use", { href: "#hex", class: "rim" }),
    draw("use", { href: `#tile${number}` }),
    plate,
  );
}

/** @param {string[]} words */
const listed = (words) =>
  words.flatMap((each, at) => [make("span", {}, at < words.length - 1 ? `${each},` : each), " "]);

/**
 * An amount as a small drawing with a number, or in words.
 * @param {[number, number, number]} amount its words, its number, its drawing
 * @param {number} at
 * @param {unknown[]} all
 */
function amountOf([says, number, sign], at, all) {
  const words = film.texts[says];
  if (sign < 0) return [make("span", {}, at < all.length - 1 ? `${words},` : words), " "];
  const figure = make("span", { "aria-hidden": "true" }, String(number));
  return [
    make("span", { title: words }, parseDrawing(film.signs[sign]), figure, make("span", { class: "unseen" }, words)),
    " ",
  ];
}
