// Orders: what a player wants done with what a choice will show, whatever it is.
import { showGhost } from "./board.js";
import { button, buttonById, byId, elementOf, fill, make, option, row, rows } from "./elements.js";
import { answersFor, namesWithoutAnswer, secretOf } from "./menu.js";
import { menu, state, words } from "./page.js";

/** @import { Branch, Step } from "./menu.js" */
/** @import { Acts } from "./page.js" */
/** @import { Secret } from "./read_menu.js" */

/**
 * @param {() => void} onClick
 * @param {string} choice
 */
export const removeButton = (onClick, choice) =>
  button("\u00d7", onClick, { class: "plain gone", "aria-label": fill(words.removeThis, { choice }) });

/**
 * The order of a step, "" without one: its branches, one that is being written, and what else happens.
 * @param {Step} step
 * @param {number} at
 * @param {Acts} acts
 */
export function orderOf(step, at, acts) {
  const secret = secretOf(menu, step);
  if (!secret) return null;
  const branches = step.branches.map((branch, number) => {
    const text = branchWords(secret, branch);
    return row(
      text,
      " ",
      removeButton(() => acts.removeBranch(at, number), text),
    );
  });
  const adding = () =>
    button(words.addBranch, () => acts.ask(at), { disabled: !namesWithoutAnswer(secret, step).length });
  return make(
    "div",
    { class: "order" },
    make("h4", {}, words.orderFor),
    rows("branches", branches),
    state.asking?.at === at ? branchForm(step, secret, acts) : adding(),
    make("label", {}, words.else, " ", otherwiseField(step, at, secret, acts)),
    step.otherwise === null ? make("p", { class: "note" }, words.orderHint) : null,
  );
}

/**
 * @param {Secret} secret
 * @param {Branch} branch
 */
export function branchWords(secret, { names, answer }) {
  const named = names.map((name) => secret.what[name].says).join(", ");
  return fill(words.branch, { names: named, answer: menu.answers[answer].says });
}

/**
 * @param {Step} step
 * @param {number} at
 * @param {Secret} secret
 * @param {Acts} acts
 */
function otherwiseField(step, at, secret, acts) {
  const options = secret.anything.map((each) => option(each, menu.answers[each].says, step.otherwise === each));
  const found = make("select", {}, option("", words.noElse), ...options);
  found.addEventListener("change", () =>
    acts.setOtherwise(at, numberIn(found), found.selectedOptions[0].textContent ?? ""),
  );
  return found;
}

/** @param {HTMLSelectElement} field */
const numberIn = (field) => (field.value === "" ? null : Number(field.value));

/**
 * @param {Step} step
 * @param {Secret} secret
 * @param {Acts} acts
 */
function branchForm(step, secret, acts) {
  const boxes = namesWithoutAnswer(secret, step).map((name) => {
    const box = make("input", { type: "checkbox", value: name });
    box.checked = state.asking?.names.includes(name) ?? false;
    return box;
  });
  const mark = () => acts.mark(boxes.filter((box) => box.checked).map((box) => Number(box.value)));
  for (const box of boxes) box.addEventListener("change", mark);
  const labels = boxes.map((box) => make("label", { class: "name" }, box, secret.what[Number(box.value)].says));
  const choose = make("select", { id: "answer" });
  choose.addEventListener("change", () => acts.answer(numberIn(choose)));
  const add = button(words.addThis, acts.addBranch, { id: "add-branch" });
  return make(
    "fieldset",
    { class: "branch" },
    make("legend", {}, words.ifShown),
    make("div", { class: "names" }, ...labels),
    make("label", {}, words.then, " ", choose),
    make("p", { class: "buttons" }, add, button(words.cancel, acts.stopAsking, { class: "plain" })),
  );
}

/** The answers that fit the names marked in the branch that is being written. */
export function fittingAnswers() {
  if (!state.asking) return [];
  return answersFor(secretOf(menu, state.steps[state.asking.at]), state.asking.names);
}

export function paintAnswers() {
  const { asking } = state;
  if (!asking) return;
  const choose = elementOf("answer", HTMLSelectElement);
  const options = fittingAnswers().map((each) => option(each, menu.answers[each].says, each === asking.answer));
  choose.replaceChildren(option("", asking.names.length ? words.pick : words.pickName), ...options);
  choose.disabled = !options.length;
  buttonById("add-branch").disabled = asking.answer === null;
  const found = asking.answer === null ? null : menu.answers[asking.answer];
  showGhost(...(found ? [{ places: [found.place], piece: found.piece, covers: 1 }] : []));
}

export const focusAnswers = () => byId(state.asking?.answer === null ? "answer" : "add-branch").focus();

/**
 * The answers that can be chosen at a space.
 * @param {string} place
 * @param {Acts} acts
 */
export function listAnswers(place, acts) {
  const found = fittingAnswers().filter((each) => menu.answers[each].place === place);
  if (!found.length) {
    return [make("p", { class: "note" }, state.asking?.names.length ? words.nothing : words.pickName)];
  }
  const offers = found.map((each) => row(button(menu.answers[each].says, () => acts.answer(each), { class: "offer" })));
  return [make("ul", { class: "offers" }, ...offers)];
}
