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
 * Different shapes: a plate with what the best choice brings, a ring where nothing changes. What is possible later has
 * a small ring, which is seen while the space is pointed at.
 * @param {Mark} found
 * @param {number[]} at
 */
export function badge({ mark, worth }, [x, y]) {
  if (mark !== "now" && mark !== "later") return [];
  const ring = draw("circle", { class: mark === "now" ? "dot even" : "dot", r: mark === "now" ? 15 : 7 });
  const width = Math.max(44, 17 * worth.length + 14);
  const plate = draw("rect", { class: "disc", x: -width / 2, y: -21, width, height: 42, rx: 21 });
  const figures = draw("text", { class: "count", y: 10, "text-anchor": "middle" }, worth);
  const shown = mark === "now" && worth ? [plate, figures] : [ring];
  return [draw("g", { transform: `translate(${x} ${y})` }, draw("g", { class: "badge" }, ...shown))];
}
