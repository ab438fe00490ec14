// The menu as the page packs it (see referee/report/html/html_report.py), with the default values that are left out.
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
 */
/** @typedef {{ label: string, x: number, y: number, words: string, token: number[], badge: number[] }} Space */
/** @typedef {{ says: string, rules: string[] }} Said */
/** @typedef {Said & { limits: number[] }} Allowance */
/** @typedef {Said & { now: number, exact: boolean }} Gauge */
/** @typedef {Said & { kind: string, places: string[] }} Refusal */
/** @typedef {{ place: string, says: string, when: string, otherwise: string, piece: number | null }} Answer */
/** @typedef {{ name: string, says: string, answers: number[] }} Shown */
/** @typedef {{ opens: string, closes: string, what: Shown[], anything: number[] }} Secret */
/** @typedef {{ id: string, says: string, amounts: string[] }} Kind */
/** @typedef {{ to: string, subject: string, opens: string, closes: string }} Reply */
/**
 * @typedef {object} Menu
 * @property {{ game: string, after: number, head: string, seat: string }} move
 * @property {Space[]} spaces
 * @property {Kind[]} kinds
 * @property {[string, "list" | "mapping" | "line"][]} parts of the move file, in their order
 * @property {Choice[]} choices
 * @property {Said[]} budgets
 * @property {Allowance[]} allowances
 * @property {Gauge[]} gauges
 * @property {Refusal[]} refusals
 * @property {Answer[]} answers
 * @property {Record<string, Secret>} shown
 * @property {string[]} advice
 * @property {string[]} begins
 * @property {Refusal[]} idle
 * @property {number[]} tokens for each piece whether it is beside others in a row
 * @property {number[]} wide for each piece whether it covers several spaces
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
};

const LISTS = ["bars", "unless", "uses", "gains", "worth", "amounts", "joins"];

/**
 * The menu as the page packs it (see referee/report/html/html_report.py).
 * @param {any} packed
 * @returns {Menu}
 */
export function readMenu(packed) {
  const lists = packed.lists.map(unpackList);
  const rows = packed.choices.map((/** @type {any[]} */ row) => readChoice(packed.fields, row, lists));
  const crossings = packed.crossings ? crossingChoices(packed.crossings, lists) : [];
  return { ...packed, spaces: packed.spaces?.map(readSpace), choices: [...crossings, ...rows].map(withDefaults) };
}

/**
 * The place of one more token and that of the number of choices, which hides no name, are left out if they are usual.
 * @param {[string, number, number, string, number[]?, number[]?]} row
 * @returns {Space}
 */
const readSpace = ([label, x, y, words, token = [0, 0], badge = [0, -32]]) => ({ label, x, y, words, token, badge });

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
 * `[n]` stands for the n numbers that go on from the one before.
 * @param {(number | number[])[]} list
 */
const unpackList = (list) =>
  list.flatMap((part, at) =>
    Array.isArray(part) ? Array.from({ length: part[0] }, (_, more) => Number(list[at - 1]) + more + 1) : [part],
  );

/**
 * What has its default value is null, or missing at the end of the row.
 * @param {string[]} fields
 * @param {any[]} row
 * @param {number[][]} lists
 */
function readChoice(fields, row, lists) {
  const pairs = fields.map((name, at) => [name, row[at]]).filter(([, value]) => value !== null && value !== undefined);
  const choice = Object.fromEntries(pairs);
  for (const name of LISTS) if (name in choice) choice[name] = lists[choice[name]];
  if (choice.after) choice.after = choice.after.map((/** @type {number} */ list) => lists[list]);
  return choice;
}
