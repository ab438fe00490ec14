// The menu as the page packs it (see referee/report/html/composer.py), with the default values that are left out.
import { crossingChoices } from "./crossings.js";

/**
 * @typedef {object} Choice
 * @property {string} kind
 * @property {string[]} places
 * @property {string} says
 * @property {string} writes
 * @property {string} part
 * @property {number[][]} after
 * @property {Set<number>} bars
 * @property {Set<number>} unless
 * @property {number[]} uses
 * @property {number[]} gains
 * @property {boolean} sure
 * @property {boolean} many
 * @property {number} rank
 * @property {number | null} piece
 * @property {number} covers
 * @property {string} shows
 * @property {boolean} rough
 * @property {number[]} worth
 * @property {number[]} amounts
 * @property {number[]} joins
 * @property {boolean} alone
 */
/** @typedef {{ label: string, x: number, y: number, words: string, token: number[], badge: number[] }} Space */
/** @typedef {{ says: string, rules: string[] }} Said */
/** @typedef {Said & { limits: number[] }} Allowance */
/** @typedef {Said & { now: number, exact: boolean }} Gauge */
/** @typedef {Said & { kind: string, places: string[], named?: string[] }} Refusal `named`: the spaces that its words name */
/** @typedef {{ at: string, says: string, places: string[], mark: string, way: string[] }} Light what a space needs */
/** @typedef {{ place: string, says: string, when: string, otherwise: string, piece: number | null }} Answer */
/** @typedef {{ name: string, says: string, answers: number[] }} Shown */
/** @typedef {{ opens: string, closes: string, what: Shown[], anything: number[] }} Secret */
/**
 * Kinds of the same `slot` share one; `budget`: the number of that which it has pips of, or -1.
 * @typedef {object} Kind
 * @property {string} id
 * @property {string} says
 * @property {string[]} amounts
 * @property {string} slot
 * @property {number} budget
 * @property {number | null} piece
 * @property {string} outline
 */
/** @typedef {{ to: string, subject: string, opens: string, closes: string }} Reply */
/**
 * @typedef {object} Menu
 * @property {{ game: string, after: number, head: string, seat: string }} move
 * @property {Space[]} spaces
 * @property {Kind[]} kinds
 * @property {[string, "list" | "mapping" | "line"][]} parts of the move file, in their order
 * @property {Choice[]} choices
 * @property {{ kind: string }} [crossings] of which some choices were made: pieces that can be turned
 * @property {Said[]} budgets
 * @property {Allowance[]} allowances
 * @property {Gauge[]} gauges
 * @property {Refusal[]} refusals
 * @property {Light[]} lights
 * @property {Answer[]} answers
 * @property {Record<string, Secret>} shown
 * @property {string[]} advice
 * @property {string[]} begins
 * @property {Refusal[]} idle
 * @property {number[]} tokens for each piece whether it is beside others in a row
 * @property {number[]} wide for each piece whether it covers several spaces
 * @property {[number, number, string][][]} lands what is on the spaces of each piece of several, and how far away
 * @property {Record<string, string>} own what the reader has built, by the labels of spaces
 * @property {number} score which of the gauges is always in sight
 * @property {string[][]} sites
 * @property {number[]} starts
 * @property {number[]} goals
 * @property {Record<string, string>} words
 * @property {boolean} ahead whether orders for the next turn are composed
 * @property {Reply | null} reply
 */

/** @type {Omit<Choice, "kind" | "places" | "says" | "writes" | "bars" | "unless">} */
const DEFAULTS = {
  part: "actions",
  after: [],
  uses: [],
  gains: [],
  sure: true,
  many: false,
  rank: 0,
  piece: null,
  covers: 1,
  shows: "",
  rough: false,
  worth: [],
  amounts: [],
  joins: [],
  alone: false,
};

const LISTS = ["bars", "unless", "uses", "gains", "worth", "amounts", "joins"];
const FLAGS = ["sure", "many", "rough", "alone"];

/**
 * The menu as the page packs it (see referee/report/html/composer.py).
 * @param {any} packed
 * @returns {Menu}
 */
export function readMenu(packed) {
  const lists = unpackLists(packed);
  const places = packed.choices.says ? readPlaces(packed.choices.places) : [];
  const rows = places.map((_, at) => readChoice({ ...packed, lists, choices: { ...packed.choices, places } }, at));
  const crossings = packed.crossings ? crossingChoices(packed.crossings, lists) : [];
  const choices = [...crossings, ...rows].map(withDefaults);
  barOthers(choices);
  const spaces = packed.spaces?.map(readSpace);
  const named = readPlaces(packed.named ?? "");
  return {
    ...packed,
    spaces,
    choices,
    refusals: packed.refusals.map((/** @type {any} */ row, /** @type {number} */ at) => readRefusal(row, named[at])),
    lights: packed.lights.map(readLight),
    sites: packed.sites ? readPlaces(packed.sites) : [],
  };
}

/** @param {string} labels */
const readLabels = (labels) => (labels ? labels.split("\t") : []);

/** @param {string} places */
const readPlaces = (places) => places.split("\n").map(readLabels);

/**
 * @param {[string, string, string, string[]]} row
 * @param {string[]} named
 * @returns {Refusal}
 */
const readRefusal = ([kind, labels, says, rules], named) => ({ kind, places: readLabels(labels), says, rules, named });

/**
 * @param {[string, string, string, string, string]} row
 * @returns {Light}
 */
const readLight = ([at, says, places, mark, way]) => ({
  at,
  says,
  places: readLabels(places),
  mark,
  way: readLabels(way),
});

/**
 * The place of one more token and that of the number of choices, which hides no name, are left out if they are usual.
 * @param {[string, number, number, string, number[]?, number[]?]} row
 * @returns {Space}
 */
const readSpace = ([label, x, y, words, token = [0, 0], badge = [0, 0]]) => ({ label, x, y, words, token, badge });

/**
 * @param {any} choice
 * @returns {Choice}
 */
const withDefaults = (choice) => ({
  ...DEFAULTS,
  ...choice,
  bars: new Set(choice.bars),
  unless: new Set(choice.unless),
});

/**
 * The spaces that a choice covers; one that is offered next to the board covers its kind: no label has a tab.
 * @param {Choice} choice
 */
const covered = ({ places, covers, kind }) => (places.length ? places.slice(0, covers) : [`\t${kind}`]);

/**
 * Choices that are alone bar each other where they cover the same.
 * @param {Choice[]} choices
 */
function barOthers(choices) {
  /** @type {Map<string, number[]>} */
  const known = new Map();
  const alone = [...choices.entries()].filter(([, choice]) => choice.alone);
  for (const [number, choice] of alone)
    for (const each of covered(choice)) known.set(each, [...(known.get(each) ?? []), number]);
  for (const [, choice] of alone)
    choice.bars = new Set([...choice.bars, ...covered(choice).flatMap((each) => known.get(each) ?? [])]);
}

/**
 * Lists of numbers, each by how much it is more than the one before; `[n]` stands for n more such steps.
 * @param {{ lengths: number[], steps: (number | number[])[] }} packed
 */
function unpackLists({ lengths, steps }) {
  const numbers = steps.flatMap((step, nth) =>
    Array.isArray(step) ? Array.from({ length: step[0] }, () => Number(steps[nth - 1])) : [step],
  );
  let at = 0;
  let number = 0;
  return lengths.map((length) => {
    const more = numbers.slice(at, at + length);
    at += length;
    return more.map((each) => (number += each));
  });
}

/**
 * A choice from the columns of those fields in which some choice has no default value.
 * @param {any} packed
 * @param {number} at
 */
function readChoice({ choices, kinds, parts, lists }, at) {
  const choice = Object.fromEntries(Object.entries(choices).map(([name, column]) => [name, column[at]]));
  for (const name of FLAGS) if (name in choice) choice[name] = Boolean(choice[name]);
  for (const name of LISTS) if (name in choice) choice[name] = lists[choice[name]];
  if (choice.after) choice.after = choice.after.map((/** @type {number} */ list) => lists[list]);
  choice.kind = kinds[choice.kind].id;
  if ("part" in choice) choice.part = parts[choice.part][0];
  return choice;
}
