// Your turn as slots: one for each kind of action, with a pip for each that is left. Only what is chosen there lights up.
import { button, byId, draw, make } from "./elements.js";
import { iconOf } from "./icons.js";
import { limitOf, usedBy } from "./menu.js";
import { isPossible, isWide, menu, state, usedOfLimit, words } from "./page.js";
import { makeToolbar } from "./toolbar.js";

/** @import { Acts } from "./page.js" */
/** @import { Kind } from "./read_menu.js" */

const MANY_PIPS = 7; // more are said as a number

/** The kinds that have a slot: those with choices, and those that are refused beside some that have. */
const slotted = menu.kinds.filter(
  ({ id }) => hasChoices(id) || (menu.kinds.filter((kind) => hasChoices(kind.id)).length > 1 && isRefused(id)),
);

/** @param {string} id */
function hasChoices(id) {
  return menu.choices.some((each) => each.kind === id);
}

/** @param {string} id */
function isRefused(id) {
  return menu.refusals.some((each) => each.kind === id);
}

/** @param {Acts} acts */
export function laySlots(acts) {
  /** @type {Map<string, HTMLButtonElement[]>} */
  const slots = new Map();
  for (const kind of slotted) {
    const slot = kind.slot || kind.id;
    slots.set(slot, [...(slots.get(slot) ?? []), slotButton(kind, acts)]);
  }
  const all = [...slots.values()].map((each) =>
    make("div", { class: each.length > 1 ? "slot shared" : "slot" }, ...each),
  );
  byId("shown").replaceChildren(...all);
  const route = { id: "route", class: "plain", "aria-keyshortcuts": "p" };
  if (menu.starts.length) byId("reset").before(button(words.route, () => acts.askRoute(""), route));
  makeToolbar(byId("shown"));
  const possible = new Set(
    [...state.offers.values()]
      .flat()
      .filter(isPossible)
      .map(({ choice }) => choice.kind),
  );
  if (possible.size === 1) [state.kind] = possible;
}

/**
 * @param {Kind} kind
 * @param {Acts} acts
 */
function slotButton({ id, says, piece, budget, outline }, acts) {
  const found = button("", () => acts.showKind(state.kind === id ? "" : id), { "data-kind": id });
  const facts = { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" };
  const icon =
    piece === null
      ? [draw("svg", facts, draw("path", { d: outline || plain(budget < 0), class: "line" }))]
      : iconOf({ piece });
  found.append(...icon, make("b", {}, says), make("span", { class: "pips", "aria-hidden": "true" }), make("small", {}));
  return found;
}

/**
 * What stands for a kind that puts no piece on the board: something comes to the player, or the turn is done.
 * @param {boolean} isDone
 */
const plain = (isDone) => (isDone ? "M4 13l5 5L20 6" : "M12 3v11M7.5 10l4.5 4.5 4.5-4.5M4 16v4h16v-4");

export function paintSlots() {
  const used = usedBy(menu, state.steps);
  const offered = new Set(
    [...state.offers.values()]
      .flat()
      .filter(isPossible)
      .map(({ choice }) => choice.kind),
  );
  byId("shown").hidden = slotted.length < 2 || (isTileDue() && offered.size < 2);
  for (const each of byId("shown").querySelectorAll("button")) {
    const kind = each.getAttribute("data-kind") ?? "";
    each.setAttribute("aria-pressed", String(kind === state.kind));
    const budget = slotted.find(({ id }) => id === kind)?.budget ?? -1;
    paintSlot(each, used, budget, offered.has(kind));
  }
  document.getElementById("route")?.setAttribute("aria-pressed", String(state.route !== null));
}

/** Whether a piece of several spaces must be placed, and nothing is done yet. */
const isTileDue = () => !state.steps.length && menu.choices.some((_, number) => isWide(number));

/**
 * @param {Element} slot
 * @param {number[]} used how much of each budget
 * @param {number} at its own
 * @param {boolean} isOpen whether anything of it is possible
 */
function paintSlot(slot, used, at, isOpen) {
  slot.classList.toggle("closed", !isOpen);
  const limit = at < 0 ? 0 : limitOf(menu, used, at);
  const pips = Array.from({ length: limit > MANY_PIPS ? 0 : limit }, (_, number) =>
    make("i", { class: number < used[at] ? "taken" : "" }),
  );
  slot.querySelector(".pips")?.replaceChildren(...pips);
  slot.querySelector("small")?.classList.toggle("unseen", pips.length > 0);
  slot.querySelector("small")?.replaceChildren(at < 0 ? "" : limit ? usedOfLimit(used, at) : words.noneLeft);
}
