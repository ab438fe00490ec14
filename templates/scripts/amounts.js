// Choices that take numbers of things: a row of numbers for each thing, in place of a list of all ways to combine them.
import { byId, make } from "./elements.js";
import { amountChoice, amountOffers, takenAmounts } from "./menu.js";
import { menu, state } from "./page.js";

/** @import { Acts } from "./page.js" */
/** @import { Kind } from "./read_menu.js" */

/**
 * @param {Kind} kind
 * @param {Acts} acts
 */
export function amountRows(kind, acts) {
  const offers = amountOffers(menu, kind.id, state.steps);
  const now = takenAmounts(menu, kind, state.steps);
  const all = menu.choices.filter((choice) => choice.kind === kind.id);
  const rows = kind.amounts.map((name, at) => {
    const most = Math.max(...all.map((choice) => choice.amounts[at] ?? 0));
    const ways = Array.from({ length: most + 1 }, (_, value) => amountChoice(menu, offers, now, at, value));
    return amountRow(kind, name, at, now[at], ways, acts);
  });
  return make("div", { class: "amounts" }, ...rows);
}

/**
 * @param {Kind} kind
 * @param {string} name
 * @param {number} at
 * @param {number} now
 * @param {(number | null | undefined)[]} ways for each number what it makes of the turn: see `amountChoice`
 * @param {Acts} acts
 */
function amountRow(kind, name, at, now, ways, acts) {
  const group = `amount-${kind.id}-${at}`;
  const set = (/** @type {number} */ value) => {
    acts.setAmount(kind.id, ways[value] ?? null);
    focusAmount(group);
  };
  const numbers = ways.map((way, value) => {
    const facts = { type: "radio", name: group, value, checked: value === now, disabled: way === undefined };
    const field = make("input", facts);
    field.addEventListener("change", () => set(value));
    return make("label", { class: "number" }, field, make("span", {}, String(value)));
  });
  return make("fieldset", { id: group, class: "amount" }, make("legend", {}, name), ...numbers);
}

/**
 * The rows are made anew with every choice: the same one has the focus again.
 * @param {string} group
 */
function focusAmount(group) {
  const found = byId(group).querySelector("input:checked");
  if (found instanceof HTMLElement) found.focus({ preventScroll: true });
}
