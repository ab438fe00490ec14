// The turn: its steps with their orders, what it uses, and what it changes.
import { board } from "./board.js";
import { buttonById, byId, elementOf, fill, make, row, spaced, tags, withCode } from "./elements.js";
import { iconOf } from "./icons.js";
import { signed } from "./marks.js";
import { choiceOf, limitOf, openWays, usedBy } from "./menu.js";
import { orderOf, removeButton } from "./orders.js";
import { isOnBoard, menu, says, state, usedOfLimit, words } from "./page.js";

/** @import { Step } from "./menu.js" */
/** @import { Acts } from "./page.js" */
/** @import { Choice, Gauge, Said } from "./read_menu.js" */

const SO_MANY = 4; // budgets: then only those that the turn uses are shown

/** @param {Acts} acts */
export function paintSteps(acts) {
  const isEmpty = !state.steps.length;
  byId("steps").replaceChildren(...state.steps.map((each, at) => stepRow(each, at, acts)));
  byId("steps-empty").hidden = !isEmpty;
  byId("begins").hidden = !isEmpty;
  buttonById("undo").disabled = isEmpty;
  buttonById("reset").disabled = isEmpty;
  buttonById("redo").disabled = !state.earlier.length;
  paintBudgets();
  const gauges = [...menu.gauges.entries()].filter(([at]) => !board || (changes(at) && at !== menu.score));
  byId("gauges").replaceChildren(...gauges.map(([at, gauge]) => pairOf(gauge, gaugeWords(gauge, at), false)));
  byId("gauges").hidden = !gauges.length;
}

/** @param {import("./alternatives.js").Alternative} alternative */
export const keptWords = ({ steps }) => steps.map((each) => choiceOf(menu, each).says).join(", ");

/** @param {Acts} acts */
export function paintAlternatives(acts) {
  const kept = state.kept.map((each, at) => {
    const text = keptWords(each);
    const says = make("span", {}, text, each.careful ? make("small", {}, words.careful) : null);
    return row(
      make(
        "div",
        { class: "step" },
        says,
        removeButton(() => acts.removeKept(at), text),
      ),
    );
  });
  byId("kept-moves").replaceChildren(...kept);
  byId("kept").hidden = !kept.length;
  buttonById("keep").disabled = !state.steps.length;
  elementOf("careful", HTMLInputElement).checked = state.careful;
}

/**
 * @param {Step} step
 * @param {number} at
 * @param {Acts} acts
 */
function stepRow(step, at, acts) {
  const choice = choiceOf(menu, step);
  const note = choice.sure ? null : make("small", {}, words.checked);
  const text = make("span", {}, says(step.choice), note);
  const remove = removeButton(() => acts.remove(at), says(step.choice));
  return row(make("div", { class: "step" }, ...iconOf(choice), text, remove), orderOf(step, at, acts));
}

/** What the turn uses; beside a board the slots say it. */
function paintBudgets() {
  byId("budgets").hidden = board !== null;
  if (board) return;
  const used = usedBy(menu, state.steps);
  const areFew = menu.budgets.filter((budget) => budget.says).length < SO_MANY;
  const shown = [...menu.budgets.keys()].filter((at) => menu.budgets[at].says && (used[at] || areFew));
  const isFull = (/** @type {number} */ at) => used[at] >= limitOf(menu, used, at);
  byId("budgets").replaceChildren(...shown.map((at) => pairOf(menu.budgets[at], usedOfLimit(used, at), isFull(at))));
  if (menu.allowances.length > 1) byId("budgets").append(waysOf(used));
}

/** @param {number[]} used */
function waysOf(used) {
  const open = openWays(menu, used).map((way) =>
    make("dd", {}, ...withCode(way.says), " ", ...spaced(tags(way.rules))),
  );
  return make("div", { class: "ways" }, make("dt", {}, words.ways), ...open);
}

/**
 * @param {Said} each
 * @param {string} value
 * @param {boolean} isFull
 */
function pairOf(each, value, isFull) {
  const figures = make("dd", {}, make("b", {}, value), " ", ...spaced(tags(each.rules)));
  return make("div", { class: isFull ? "full" : "" }, make("dt", {}, each.says), figures);
}

/** @param {number} at of a gauge: whether the turn changes it */
const changes = (at) => state.steps.some((each) => choiceOf(menu, each).gains[at]);

/**
 * The number of a gauge now and after the turn.
 * @param {Gauge} gauge
 * @param {number} at
 */
function gaugeWords({ now, exact }, at) {
  if (!state.steps.length) return String(now);
  const gain = (/** @type {Choice} */ choice) => choice.gains[at] ?? 0;
  const parts = state.steps.map((each) => choiceOf(menu, each)).filter((choice) => gain(choice) || isOnBoard(choice));
  const sum = parts.reduce((all, choice) => all + gain(choice), 0);
  const adds = parts.length < 2 || (exact && !parts.some((choice) => choice.rough && gain(choice)));
  const after = adds ? now + sum : fill(words.about, { number: now + sum });
  return `${now} \u2192 ${after} (${signed(sum)})`;
}

/** The bar that is always in sight: how long the turn is, and what it makes of the score. */
export function paintSum() {
  const { length } = state.steps;
  const gauge = menu.gauges[menu.score];
  const count = length > 1 ? fill(words.someSteps, { count: length }) : length ? words.oneStep : words.empty;
  const name = gauge ? make("span", { class: "sum-name" }, ` ${gauge.says} `) : null;
  byId("sum").replaceChildren(
    make("span", { class: "sum-count" }, count),
    ...(gauge ? [make("span", { class: "sum-count" }, " \u00b7 ")] : []),
    ...(name ? [name] : []),
  );
  if (gauge) byId("sum").append(make("b", {}, gaugeWords(gauge, menu.score)));
}

/** @param {number} at */
export function focusStep(at) {
  const buttons = byId("steps").querySelectorAll(":scope > li .gone");
  const found = buttons[Math.max(at, 0)];
  (found instanceof HTMLElement ? found : byId("turn-heading")).focus();
}

/**
 * @param {number} at
 * @param {string} selector what of its order
 */
export function focusOrder(at, selector = ".order > button:not(:disabled), .order select") {
  const found = byId("steps").children[at].querySelector(selector);
  if (found instanceof HTMLElement) found.focus();
}
