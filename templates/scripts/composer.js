// The composer: what its buttons and keys do. It knows no rules: it offers, draws and writes what the menu has.
import { board, layBoard, layKinds, paintBoard, paintKinds } from "./board.js";
import { closeChoices, focusBeside, openChoices, paintBeside, paintChoices } from "./choices.js";
import { byId, fill, make, spaced, tags } from "./elements.js";
import { showLegibleNames } from "./legible.js";
import { secretOf, stepOf } from "./menu.js";
import { branchWords, fittingAnswers, focusAnswers, paintAnswers } from "./orders.js";
import { announce, listOffers, menu, says, state, words } from "./page.js";
import { copyText, editText, paintText, readText, saveText } from "./sending.js";
import { focusOrder, focusStep, paintSteps } from "./steps.js";
import { dropAsking, keep, restore, settleSteps, snapshot } from "./turn.js";
import { laySwitches } from "./zoom.js";

/** @import { Acts } from "./page.js" */

/** @type {Acts} */
const acts = {
  take,
  remove,
  open: (place) => openChoices(place, acts),
  showKind,
  ask,
  mark,
  answer,
  addBranch,
  stopAsking,
  removeBranch,
  setOtherwise,
};

function refresh() {
  listOffers();
  paintKinds();
  paintBoard();
  paintChoices(acts);
  paintBeside(acts);
  paintSteps(acts);
  paintAnswers();
  paintText();
}

/** @param {string[]} sentences */
function showChange(sentences) {
  refresh();
  keep();
  announce(sentences);
}

// Steps

/** @param {number} number */
function take(number) {
  state.steps = [...state.steps, stepOf(number)];
  state.earlier = [];
  const choice = menu.choices[number];
  const isBeside = state.opened === null;
  closeChoices(!choice.shows);
  showChange([fill(words.added, { choice: choice.says }), choice.sure ? "" : `(${words.checked})`]);
  if (choice.shows) focusOrder(state.steps.length - 1);
  else if (isBeside) focusBeside(number);
}

/** @param {number} at */
function remove(at) {
  const gone = state.steps[at];
  state.earlier.push(snapshot());
  const dropped = settleSteps(state.steps.filter((_, each) => each !== at));
  dropAsking();
  showChange([fill(words.removed, { choice: says(gone.choice) }), ...dropped]);
  focusStep(Math.min(at, state.steps.length) - 1);
}

function undo() {
  if (state.steps.length) remove(state.steps.length - 1);
}

function redo() {
  const found = state.earlier.pop();
  if (!found) return;
  const before = state.steps.map((each) => each.choice);
  state.steps = found.steps;
  dropAsking();
  if (found.text !== null && !state.edited) editText(found.text);
  const back = state.steps.filter((each) => !before.includes(each.choice));
  showChange(back.map((each) => fill(words.added, { choice: says(each.choice) })));
  focusStep(state.steps.length - 1);
}

function reset() {
  state.earlier.push(snapshot());
  state.steps = [];
  dropAsking();
  state.edited = false;
  closeChoices(false);
  showChange([words.cleared]);
  byId("turn-heading").focus();
}

/** @param {string} kind */
function showKind(kind) {
  state.kind = kind;
  refresh();
}

// Orders

/** @param {number} at */
function ask(at) {
  state.asking = { at, names: [], answer: null };
  closeChoices(false);
  refresh();
  focusOrder(at, ".branch input");
}

/** @param {number[]} names */
function mark(names) {
  if (!state.asking) return;
  state.asking.names = names;
  if (state.asking.answer !== null && !fittingAnswers().includes(state.asking.answer)) state.asking.answer = null;
  paintAnswers();
  paintBoard();
}

/** @param {number | null} number */
function answer(number) {
  if (!state.asking) return;
  state.asking.answer = number;
  if (state.opened !== null) closeChoices(false);
  paintAnswers();
  focusAnswers();
}

function addBranch() {
  if (!state.asking || state.asking.answer === null) return;
  const { at, names, answer } = state.asking;
  const step = state.steps[at];
  const secret = secretOf(menu, step);
  step.branches.push({ names, answer });
  endAsking(at, secret ? [branchWords(secret, { names, answer })] : []);
}

function stopAsking() {
  if (state.asking) endAsking(state.asking.at, []);
}

/**
 * @param {number} at
 * @param {string[]} sentences
 */
function endAsking(at, sentences) {
  dropAsking();
  showChange(sentences);
  focusOrder(at);
}

/**
 * @param {number} at
 * @param {number} number
 */
function removeBranch(at, number) {
  state.steps[at].branches.splice(number, 1);
  dropAsking();
  showChange([fill(words.removed, { choice: words.orderFor })]);
  focusOrder(at);
}

/**
 * @param {number} at
 * @param {number | null} answer
 * @param {string} text
 */
function setOtherwise(at, answer, text) {
  state.steps[at].otherwise = answer;
  const dropped = settleSteps(state.steps);
  showChange([fill(words.otherwise, { answer: text }), ...dropped]);
  focusOrder(at, "label > select");
}

// Keys, links and fields

function restoreAndRefresh() {
  restore();
  refresh();
  keep();
}

/** @type {Record<string, () => void>} */
const COMMANDS = { z: undo, Z: redo, y: redo };

/** @param {KeyboardEvent} event */
function commandOf(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  if (event.target instanceof Element && event.target.matches("input[type=text], textarea")) return undefined;
  return COMMANDS[event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase()];
}

/** @param {KeyboardEvent} event */
function pressCommand(event) {
  const command = commandOf(event);
  if (event.key === "Escape" && state.opened !== null) closeChoices();
  else if (event.key === "Escape" && state.asking) stopAsking();
  else if (command) {
    event.preventDefault();
    command();
  }
}

/**
 * Links within the page move the reader, and leave the turn in the address.
 * @param {MouseEvent} event
 */
function follow(event) {
  const link = event.target instanceof Element && event.target.closest("a[href^='#']");
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  byId(link.hash.slice(1)).scrollIntoView();
  byId(link.hash.slice(1)).focus({ preventScroll: true });
}

function showText() {
  paintText();
  keep();
}

function rewrite() {
  state.edited = false;
  showText();
  byId("text").focus();
}

function listen() {
  const clicks = { undo, redo, reset, copy: copyText, download: saveText, rewrite };
  for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener("click", act);
  byId("choices-close").addEventListener("click", () => closeChoices());
  byId("say").addEventListener("input", showText);
  byId("text").addEventListener("input", () => {
    readText();
    showText();
  });
  document.addEventListener("keydown", pressCommand);
  document.addEventListener("click", follow);
}

function begin() {
  layBoard(acts);
  if (board?.parentElement) laySwitches(board.parentElement, words);
  layKinds(acts);
  byId("copy").textContent = menu.reply ? words.copyAnswer : words.copy;
  byId("turn-heading").tabIndex = -1;
  listen();
  document.documentElement.classList.add("composing");
  for (const id of ["composer", "compose", ...(board ? ["hint"] : [])]) byId(id).hidden = false;
  const begins = menu.begins.map((each) => make("p", { class: "note" }, each));
  const idle = menu.idle.map((each) => make("p", { class: "note" }, each.says, " ", ...spaced(tags(each.rules))));
  byId("begins").append(...begins, ...idle);
  for (const picture of document.querySelectorAll(".picture")) showLegibleNames(picture);
  restore();
  refresh();
  window.addEventListener("hashchange", restoreAndRefresh);
}

begin();
