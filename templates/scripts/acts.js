// What the buttons of the composer do with the turn. They know no rules: they offer, draw and write what the menu has.
import { board, focusSpot, paintBoard, showGhost } from "./board.js";
import {
  closeChoices,
  focusBeside,
  openChoices,
  paintBeside,
  paintChoices,
  showBeside,
  turnChoice,
} from "./choices.js";
import { showWhole } from "./closer.js";
import { byId, fill } from "./elements.js";
import { paintLights } from "./lights.js";
import { choiceOfMark } from "./marks.js";
import { secretOf, stepOf } from "./menu.js";
import { branchWords, fittingAnswers, focusAnswers, paintAnswers } from "./orders.js";
import { announce, listOffers, listRoutes, menu, says, state, words } from "./page.js";
import { routesFrom } from "./routes.js";
import { editText, paintText } from "./sending.js";
import { paintSlots } from "./slots.js";
import { focusOrder, focusStep, keptWords, paintAlternatives, paintSteps, paintSum } from "./steps.js";
import { dropAsking, keep, settleSteps, snapshot } from "./turn.js";

/** @import { Acts } from "./page.js" */

/** @type {Acts} */
export const acts = {
  take,
  takeAll,
  remove,
  open,
  takeBest,
  connect,
  point,
  askRoute,
  setAmount,
  showKind,
  ask,
  mark,
  answer,
  addBranch,
  stopAsking,
  removeBranch,
  setOtherwise,
  removeKept,
};

export function refresh() {
  listOffers();
  listRoutes();
  if (board) paintSlots();
  paintBoard();
  paintChoices(acts);
  paintBeside(acts);
  paintSteps(acts);
  if (menu.ahead) paintAlternatives(acts);
  paintAnswers();
  paintText();
  paintSum();
}

/** @param {string[]} sentences */
function showChange(sentences) {
  refresh();
  keep();
  announce(sentences);
}

// Spaces

/** @param {string} place */
function open(place) {
  if (!place) return; // the mouse was drawn from one space to another
  if (state.route) chooseEnd(place);
  else if (state.opened === place) turnChoice(1);
  else openChoices(place, acts);
}

/**
 * Takes what the mark of a space stands for; where that is not one choice alone, all of them are shown.
 * @param {string} place
 */
function takeBest(place) {
  const best = choiceOfMark(place);
  if (!best) return open(place);
  take(best.number);
  focusSpot(place);
}

/**
 * Asks for a route, from a space if one may start there; once more, and nothing is asked for.
 * @param {string} from
 */
export function askRoute(from) {
  state.route = state.route ? null : { from: "" };
  dropAsking();
  closeChoices(false);
  refresh();
  if (state.starts.has(from)) chooseEnd(from);
  else announce([state.route ? words.routeAsk : ""]);
}

/** @param {string} place */
function chooseEnd(place) {
  const route = state.routes.get(place);
  if (route) return takeAll(route.numbers, place);
  const isStart = state.starts.has(place) && state.route?.from !== place;
  if (!isStart && state.route?.from !== place) return announce([words.noRoute]);
  state.route = { from: isStart ? place : "" };
  showGhost();
  refresh();
  announce([isStart ? fill(words.routeOn, { place }) : words.routeAsk]);
}

/**
 * @param {string} from
 * @param {string} to
 */
function connect(from, to) {
  if (!menu.starts.length || state.asking) return;
  const route = routesFrom(menu, state.steps, from).get(to);
  if (route) takeAll(route.numbers, to);
}

/**
 * @param {number[]} numbers
 * @param {string} place
 */
function takeAll(numbers, place) {
  state.steps = [...state.steps, ...numbers.map(stepOf)];
  state.earlier = [];
  state.route = null;
  closeChoices(false);
  showChange(numbers.map((each) => fill(words.added, { choice: says(each) })));
  focusSpot(place);
}

/** @param {string} place */
function point(place) {
  if (state.route) showGhost(...(state.routes.get(place)?.numbers ?? []).map((number) => menu.choices[number]));
  else if (state.opened === null && !state.asking) {
    const best = choiceOfMark(place)?.choice;
    showGhost(...(best ? [best] : []));
    paintLights(place);
  }
}

// Steps

/**
 * @param {string} kind
 * @param {number | null} number null for nothing of it
 */
function setAmount(kind, number) {
  const at = state.steps.findIndex((each) => menu.choices[each.choice].kind === kind);
  if (number === null) return at < 0 ? undefined : remove(at);
  state.earlier = [];
  const dropped = settleSteps(at < 0 ? [...state.steps, stepOf(number)] : state.steps.with(at, stepOf(number)));
  showChange([fill(words.added, { choice: says(number) }), ...dropped]);
}

/** @param {number} number */
function take(number) {
  state.steps = [...state.steps, stepOf(number)];
  state.earlier = [];
  const choice = menu.choices[number];
  const place = state.opened;
  showWhole(board);
  closeChoices(false); // the focus comes last: it lays out the whole page
  showChange([fill(words.added, { choice: says(number) }), choice.sure ? "" : `(${words.checked})`]);
  if (choice.shows) focusOrder(state.steps.length - 1);
  else if (place === null) focusBeside(number);
  else focusSpot(place);
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

export function undo() {
  if (state.steps.length) remove(state.steps.length - 1);
}

export function redo() {
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

export function reset() {
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
  closeChoices(false);
  refresh();
  showBeside(kind);
}

// Alternatives

/** The move is ordered, and the next one is played where it is not possible. */
export function keepMove() {
  state.kept.push({ steps: state.steps, careful: state.careful });
  state.steps = [];
  state.earlier = [];
  state.careful = false;
  dropAsking();
  closeChoices(false);
  showChange([words.keptMove]);
  byId("turn-heading").focus();
}

/** @param {number} at */
function removeKept(at) {
  const [gone] = state.kept.splice(at, 1);
  showChange([fill(words.removed, { choice: keptWords(gone) })]);
  byId("turn-heading").focus();
}

/** @param {boolean} careful */
export function setCareful(careful) {
  state.careful = careful;
  showChange([]);
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

export function stopAsking() {
  if (state.asking) endAsking(state.asking.at, []);
}

/** @type {(at: number, sentences: string[]) => void} */
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
