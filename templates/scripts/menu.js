// Which choices of a menu may be taken together, and the move that they make. It knows no page: see referee/show/menu.py.

/** @import { Choice, Kind, Menu, Secret } from "./read_menu.js" */
/** @typedef {{ names: number[], answer: number }} Branch what an order does when one of these names is shown */
/** @typedef {{ choice: number, branches: Branch[], otherwise: number | null }} Step a choice taken, by its number */
/**
 * Why a choice cannot be taken now, `why` "" when it can; `by`: choices in its way; `missing`: groups of which it needs one each.
 * @typedef {{ why: "" | "taken" | "bars" | "budget" | "after" | "order", by: number[], missing: number[][] }} Hindrance
 */
/** @typedef {{ number: number, choice: Choice, hindrance: Hindrance }} Offer */

/**
 * @param {number} choice
 * @returns {Step}
 */
export const stepOf = (choice) => ({ choice, branches: [], otherwise: null });

/**
 * @param {Menu} menu
 * @param {Step} step
 */
export const choiceOf = (menu, step) => menu.choices[step.choice];

/**
 * @param {Step[]} steps
 * @param {number} number
 */
const has = (steps, number) => steps.some((each) => each.choice === number);

/**
 * How much of each budget the steps use.
 * @param {Menu} menu
 * @param {Step[]} steps
 */
export const usedBy = (menu, steps) =>
  menu.budgets.map((_, at) => steps.reduce((sum, each) => sum + (choiceOf(menu, each).uses[at] ?? 0), 0));

/**
 * The allowances that are not exceeded.
 * @param {Menu} menu
 * @param {number[]} used
 */
export const openWays = (menu, used) =>
  menu.allowances.filter((each) => used.every((sum, at) => sum <= each.limits[at]));

/**
 * The most that a way which is still open allows of a budget.
 * @param {Menu} menu
 * @param {number[]} used
 * @param {number} budget
 */
export const limitOf = (menu, used, budget) => Math.max(0, ...openWays(menu, used).map((way) => way.limits[budget]));

/**
 * @param {Menu} menu
 * @param {Step[]} steps
 */
const isWithin = (menu, steps) => !menu.allowances.length || openWays(menu, usedBy(menu, steps)).length > 0;

/**
 * What hinders a choice after these steps.
 * @param {Menu} menu
 * @param {number} number
 * @param {Step[]} steps
 * @returns {Hindrance}
 */
export function hindranceOf(menu, number, steps) {
  const choice = menu.choices[number];
  if (!choice.many && has(steps, number)) return { why: "taken", by: [], missing: [] };
  const barring = steps.filter((each) => choice.bars.has(each.choice) || choiceOf(menu, each).bars.has(number));
  const early = steps.filter((each) => choice.unless.has(each.choice));
  const by = [...barring, ...early].map((each) => each.choice);
  if (by.length) return { why: "bars", by, missing: [] };
  if (!isWithin(menu, [...steps, stepOf(number)])) return { why: "budget", by, missing: [] };
  const missing = choice.after.filter((group) => !group.some((each) => has(steps, each)));
  if (missing.length) return { why: "after", by, missing };
  const last = steps.at(-1);
  const isOpen = last !== undefined && choiceOf(menu, last).shows && last.otherwise === null;
  return { why: isOpen ? "order" : "", by, missing };
}

/**
 * The steps that may stay, one after another, and those that may not.
 * @param {Menu} menu
 * @param {Step[]} steps
 */
export function settle(menu, steps) {
  /** @type {Step[]} */
  const kept = [];
  /** @type {Step[]} */
  const dropped = [];
  for (const each of steps) (hindranceOf(menu, each.choice, kept).why ? dropped : kept).push(each);
  return { kept, dropped };
}

/**
 * The steps in the order in which a move has them.
 * @param {Menu} menu
 * @param {Step[]} steps
 */
const inOrder = (menu, steps) => [...steps].sort((one, other) => choiceOf(menu, one).rank - choiceOf(menu, other).rank);

/**
 * Whether the referee must check the steps: a choice may be refused, or something follows what is still unknown.
 * @param {Menu} menu
 * @param {Step[]} steps
 */
export const isUnsure = (menu, steps) =>
  inOrder(menu, steps).some((each, at) => {
    const choice = choiceOf(menu, each);
    return !choice.sure || (at + 1 < steps.length && Boolean(choice.shows));
  });

/**
 * What the choice of a step may show; undefined when it shows nothing.
 * @param {Menu} menu
 * @param {Step} step
 * @returns {Secret | undefined}
 */
export const secretOf = (menu, step) => new Map(Object.entries(menu.shown)).get(choiceOf(menu, step).shows);

/**
 * What has no answer yet, and may have one.
 * @param {Secret} secret
 * @param {Step} step
 */
export function namesWithoutAnswer(secret, step) {
  const answered = step.branches.flatMap((branch) => branch.names);
  return [...secret.what.keys()].filter((name) => secret.what[name].answers.length && !answered.includes(name));
}

/**
 * The answers that fit all these names.
 * @param {Secret | undefined} secret
 * @param {number[]} names
 */
export function answersFor(secret, names) {
  if (!secret || !names.length) return [];
  const [first, ...others] = names.map((each) => secret.what[each].answers);
  return first.filter((answer) => others.every((answers) => answers.includes(answer)));
}

/**
 * @param {number} number
 * @param {any[]} list
 */
const isPlaceIn = (number, list) => Number.isInteger(number) && number >= 0 && number < list.length;

/**
 * Whether the numbers of a step, from wherever it comes, are of this menu.
 * @param {Menu} menu
 * @param {Step} step
 */
export function isKnown(menu, step) {
  if (!isPlaceIn(step.choice, menu.choices)) return false;
  const secret = secretOf(menu, step);
  if (!secret) return !step.branches.length && step.otherwise === null;
  const fits = (/** @type {number} */ name, /** @type {number} */ answer) =>
    isPlaceIn(name, secret.what) && secret.what[name].answers.includes(answer);
  return (
    step.branches.every(({ names, answer }) => names.length && names.every((name) => fits(name, answer))) &&
    (step.otherwise === null || secret.anything.includes(step.otherwise))
  );
}

/**
 * A step as a move file has it.
 * @param {Menu} menu
 * @param {Step} step
 */
function lineOf(menu, step) {
  const secret = secretOf(menu, step);
  if (!secret || (!step.branches.length && step.otherwise === null)) return choiceOf(menu, step).writes;
  const branches = step.branches.map(({ names, answer }) => {
    const ids = names.map((name) => secret.what[name].name);
    return `{if: ${ids.length > 1 ? `[${ids.join(", ")}]` : ids[0]}, ${menu.answers[answer].when}}`;
  });
  if (step.otherwise !== null) branches.push(menu.answers[step.otherwise].otherwise);
  return secret.opens + branches.join(", ") + secret.closes;
}

/**
 * What the steps write in a move file, line by line.
 * @param {Menu} menu
 * @param {Step[]} steps
 */
export function partLines(menu, steps) {
  const found = inOrder(menu, steps);
  return menu.parts.flatMap(([name, form]) => {
    const does = found.filter((each) => choiceOf(menu, each).part === name).map((each) => lineOf(menu, each));
    if (!does.length || form === "line") return does;
    return form === "list" ? [`${name}:`, ...does.map((each) => `  - ${each}`)] : [`${name}: {${does.join(", ")}}`];
  });
}

/**
 * The move file.
 * @param {Menu} menu
 * @param {Step[]} steps
 * @param {string} words what its player says to all
 */
export function moveText(menu, steps, words = "") {
  const { game, after, head, seat } = menu.move;
  const lines = [`game: ${game}`, `after: ${after}`, `head: "${head}"`, `seat: ${seat}`, ...partLines(menu, steps)];
  if (words) lines.push(`say: ${JSON.stringify(words)}`);
  return `${lines.join("\n")}\n`;
}

// Choices that take numbers of things

/**
 * How much the turn takes of each thing of a kind.
 * @param {Menu} menu
 * @param {Kind} kind
 * @param {Step[]} steps
 */
export function takenAmounts(menu, kind, steps) {
  const step = steps.find((each) => choiceOf(menu, each).kind === kind.id);
  return kind.amounts.map((_, at) => (step && choiceOf(menu, step).amounts[at]) ?? 0);
}

/**
 * The choices of a kind that are possible when that which was taken is given back.
 * @param {Menu} menu
 * @param {string} kind
 * @param {Step[]} steps
 */
export function amountOffers(menu, kind, steps) {
  const others = steps.filter((each) => choiceOf(menu, each).kind !== kind);
  return [...menu.choices.keys()].filter(
    (number) => menu.choices[number].kind === kind && !hindranceOf(menu, number, others).why,
  );
}

/**
 * The choice that takes so many of one thing, and of the others what is taken now or as many as can be with it;
 * null where that is nothing at all, undefined where nothing has that number.
 * @param {Menu} menu
 * @param {number[]} offers
 * @param {number[]} now
 * @param {number} at which thing
 * @param {number} value
 */
export function amountChoice(menu, offers, now, at, value) {
  const sum = (/** @type {number} */ number) => menu.choices[number].amounts.reduce((all, each) => all + each, 0);
  const fits = (/** @type {number[]} */ amounts) =>
    amounts.every((each, other) => (other === at ? each === value : each <= now[other]));
  const found = offers.filter((number) => fits(menu.choices[number].amounts)).sort((a, b) => sum(b) - sum(a));
  return found.length || value ? found[0] : null;
}
