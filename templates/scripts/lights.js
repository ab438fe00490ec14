// What a space needs or depends on lights up: the places that a rule names, and what is still missing on a way.
import { draw, hex, make, row, rows } from "./elements.js";
import { choiceOf } from "./menu.js";
import { menu, spaces, state } from "./page.js";

/** @import { Light, Space } from "./read_menu.js" */

export const lightLayer = draw("g", { "aria-hidden": "true", class: "lights" });

/** @param {string} place */
const lightsAt = (place) => menu.lights.filter((each) => each.at === place && !isBegun(each));

/**
 * Whether the turn has a piece on the way: then it is no longer what is missing.
 * @param {Light} light
 */
const isBegun = ({ way }) =>
  state.steps.some((each) => choiceOf(menu, each).places.some((place) => way.includes(place)));

/**
 * The spaces that the refusals of a place name.
 * @param {string} place
 */
const namedAt = (place) =>
  menu.refusals
    .filter((each) => each.places.includes(place) && (!state.kind || each.kind === state.kind))
    .flatMap((each) => each.named ?? []);

/**
 * Shows what a space needs; "" shows nothing.
 * @param {string} place
 */
export function paintLights(place) {
  const found = lightsAt(place);
  const lit = new Set([...namedAt(place), ...found.flatMap((each) => each.places)]);
  const rings = [...lit].filter((each) => each !== place).flatMap((each) => at(each).map(ringAt));
  lightLayer.replaceChildren(...rings, ...found.flatMap(({ way }) => dotted(way)), ...found.flatMap(markOn));
}

/** @param {string} place */
export const sayLights = (place) =>
  rows(
    "plain-list",
    lightsAt(place).map(({ says }) => row(make("b", {}, says))),
  );

/**
 * @param {string} place
 * @returns {Space[]}
 */
function at(place) {
  const space = spaces.get(place);
  return space ? [space] : [];
}

/** @param {Space} space */
const ringAt = ({ x, y }) =>
  draw(
    "g",
    { transform: `translate(${x} ${y})` },
    hex("lit-halo", { transform: "scale(.97)" }),
    hex("lit-ring", { transform: "scale(.97)" }),
  );

/** @param {string[]} way the last of it is what it leads to */
function dotted(way) {
  const points = way.flatMap(at);
  if (!points.length) return [];
  const line = points.map(({ x, y }) => `${x},${y}`).join(" ");
  const lines = ["lit-halo", "lit-way"].map((kind) => draw("polyline", { class: kind, points: line }));
  const { x, y } = points[0];
  return [...lines, plate(x, y, String(way.length - 1))];
}

/** @param {Light} light */
const markOn = ({ places, mark }) => (mark ? at(places[0]).map(({ x, y }) => plate(x, y - 40, mark)) : []);

/**
 * @param {number} x
 * @param {number} y
 * @param {string} text
 */
function plate(x, y, text) {
  const width = 17 * text.length + 26;
  const facts = { x: -width / 2, y: -22, width, height: 44, rx: 22 };
  const shown = [draw("rect", facts), draw("text", { y: 11, "text-anchor": "middle" }, text)];
  return draw("g", { class: "lit-plate", transform: `translate(${x} ${y})` }, ...shown);
}
