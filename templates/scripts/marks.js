// How the spaces of the board are marked: what the best choice there brings, and the words for it.
import { draw } from "./elements.js";
import { answersFor, secretOf } from "./menu.js";
import { isPossible, isPossibleLater, menu, offersAt, state, words } from "./page.js";
import { sumOf } from "./routes.js";

/** @import { Choice } from "./read_menu.js" */
/** @import { Offer } from "./menu.js" */
/** @typedef {{ mark: string, count: number, text: string, worth: string }} Mark `worth`: what is written on it */

/** @param {number} number */
export const signed = (number) => (number ? `${number > 0 ? "+" : "\u2212"}${Math.abs(number)}` : "\u00b10");

/**
 * The numbers of a choice: `+4`, `−3/+3`.
 * @param {Choice} choice
 */
export const worthOf = (choice) => choice.worth.map(signed).join("/");

/**
 * How a space is marked, with how many choices, and the words for it.
 * @param {string} place
 * @returns {Mark}
 */
export function markOf(place) {
  if (state.asking) return answersOn(place);
  if (state.route) return routeOn(place, state.route.from);
  const all = offersAt(place);
  const now = all.filter(isPossible);
  const worth = bestOf(now)
    .map(({ choice }) => worthOf(choice))
    .find((each) => each && each !== signed(0));
  if (now.length) return { mark: "now", count: now.length, text: words.spotNow, worth: worth ?? "" };
  const later = all.filter(isPossibleLater).length;
  return { mark: later ? "later" : "none", count: later, text: later ? words.spotLater : words.spotNone, worth: "" };
}

/**
 * The choices that bring most.
 * @param {Offer[]} offers
 */
function bestOf(offers) {
  const sums = offers.map(({ choice }) => sumOf(choice.worth));
  return offers.filter((_, at) => sums[at] === Math.max(...sums));
}

/**
 * The choice that the mark of a space stands for, if it is one alone.
 * @param {string} place
 */
export function choiceOfMark(place) {
  if (state.asking || state.route) return undefined;
  const best = bestOf(offersAt(place).filter(isPossible));
  return best.length === 1 ? best[0] : undefined;
}

/** @param {string} place */
function answersOn(place) {
  const { at, names } = /** @type {import("./page.js").Asking} */ (state.asking);
  const fitting = answersFor(secretOf(menu, state.steps[at]), names);
  const count = fitting.filter((each) => menu.answers[each].place === place).length;
  return { mark: count ? "now" : "none", count, text: words.answerOn, worth: count ? String(count) : "" };
}

/**
 * @param {string} place
 * @param {string} from
 */
function routeOn(place, from) {
  const route = state.routes.get(place);
  const none = { mark: "none", count: 0, text: words.spotNone, worth: "" };
  if (place === from) return { ...none, mark: "start", text: words.routeFrom };
  if (!from) return state.starts.has(place) ? { ...none, mark: "now", text: words.routeStart } : none;
  const count = route?.numbers.length ?? 0;
  return route ? { mark: "now", count, text: words.routeTo, worth: String(count) } : none;
}

/**
 * Different shapes: a plate with what the best choice brings, a ring where nothing changes; what is possible later has
 * a small ring, which is seen while the space is pointed at.
 * @param {Mark} found
 * @param {number[]} at
 */
export function badge({ mark, worth }, [cx, cy]) {
  if (mark === "later") return [draw("circle", { class: "dot", cx, cy, r: 7 })];
  if (mark !== "now") return [];
  if (!worth) return [draw("circle", { class: "dot even", cx, cy, r: 10 })];
  const isLong = worth.length > 3;
  const width = isLong ? 8 * worth.length + 14 : Math.max(30, 10 * worth.length + 10);
  const box = { x: cx + 15 - width, y: cy - (isLong ? 13 : 15), width, height: isLong ? 26 : 30, rx: isLong ? 13 : 15 };
  const middle = { x: cx + 15 - width / 2, y: cy + (isLong ? 5 : 6), "text-anchor": "middle" };
  const figures = draw("text", { class: isLong ? "count long" : "count", ...middle }, worth);
  return [draw("rect", { class: "disc", ...box }), figures];
}
