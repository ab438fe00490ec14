// Search, filters and an order of rows for a table that is complete without this script. What is chosen is in the
// part of the address after #, so that a link shows the same games.
import { byId, dataOf, elementOf, fill, make, option } from "./elements.js";

/**
 * A row of the table; `at`: its place before it was sorted.
 * @typedef {object} Game
 * @property {HTMLTableRowElement} row
 * @property {number} at
 * @property {string} all
 * @property {Record<string, string[]>} filters what it has of each filter
 * @property {Record<string, string | number>} columns what it is sorted by
 */

const texts = dataOf("texts");
const table = elementOf("games", HTMLTableElement);
const heads = [...table.querySelectorAll("thead th")].filter((each) => each instanceof HTMLTableCellElement);
const body = table.tBodies[0];
const games = [...body.rows].map(readGame);
const search = make("input", { type: "search", name: "search" });
/** @type {Map<string, HTMLSelectElement>} */
const filters = new Map();
/** @type {Record<string, Map<string, string>>} */
const labels = { status: new Map(), way: new Map() }; // an address has the same words in every language; readers see these
let order = ""; // a column, with - before it from the highest down
let shownOrder = "";

/**
 * @param {HTMLTableRowElement} row
 * @param {number} at
 * @returns {Game}
 */
function readGame(row, at) {
  const text = (/** @type {string} */ cell) => row.querySelector(cell)?.textContent.trim() ?? "";
  const players = [...row.querySelectorAll(".name")].map((each) => each.textContent.trim());
  const years = new Set([text(".began").slice(0, 4), text(".last").slice(0, 4)]);
  const way = row.querySelector(".says")?.getAttribute("data-manner") ?? "";
  return {
    row,
    at,
    all: row.textContent.toLowerCase(),
    filters: { title: [text(".title")], player: players, year: [...years], status: [row.className], way: [way] },
    columns: {
      game: text(".game").toLowerCase(),
      players: text(".name").toLowerCase(),
      result: text(".says").toLowerCase(),
      began: text(".began"),
      last: text(".last"),
      entries: Number.parseInt(text(".entries"), 10) || 0,
      status: row.className,
    },
  };
}

/**
 * What readers see for a value of a filter or a column.
 * @param {string} name
 * @param {string} value
 */
const labelOf = (name, value) => labels[name]?.get(value) || value;

function listLabels() {
  for (const { row, filters } of games) {
    labels.status.set(filters.status[0], row.querySelector(".badge")?.textContent.trim() ?? "");
    labels.way.set(filters.way[0], row.querySelector(".says")?.getAttribute("data-way") ?? "");
  }
}

// The form

function layForm() {
  const form = byId("filters");
  const fieldOf = (/** @type {string} */ name, /** @type {HTMLElement} */ control) =>
    make("label", {}, make("span", {}, texts[name]), control);
  const searching = fieldOf("search", search);
  searching.className = "wide-field";
  for (const name of ["title", "player", "year", "status", "way"]) filters.set(name, filterOf(name));
  const reset = make("button", { type: "button" }, texts.reset);
  form.append(searching, ...[...filters].map(([name, select]) => fieldOf(name, select)), reset);
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", showAndKeep);
  reset.addEventListener("click", () => {
    history.replaceState(null, "", "#");
    readAddress();
    search.focus();
  });
}

/** @param {string} name */
function filterOf(name) {
  const known = [...new Set(games.flatMap((each) => each.filters[name]))].filter(Boolean);
  known.sort((one, other) => labelOf(name, one).localeCompare(labelOf(name, other)));
  const options = known.map((value) => option(value, labelOf(name, value)));
  return make("select", { name }, option("", texts.all), ...options);
}

/**
 * A link may ask for what is not there: it shows no game, and the form says for what.
 * @param {HTMLSelectElement} select
 * @param {string} value
 */
function choose(select, value) {
  for (const each of select.querySelectorAll(".unknown")) each.remove();
  if (![...select.options].some((each) => each.value === value)) {
    select.append(make("option", { value, class: "unknown" }, value));
  }
  select.value = value;
}

// The order

function layHeads() {
  for (const head of heads) {
    const text = head.textContent;
    const button = make("button", { type: "button", title: fill(texts.sort, { column: text }) }, text);
    head.replaceChildren(button, make("span", { class: "printed" }, text)); // buttons are on the first printed page alone
    button.addEventListener("click", () => {
      const name = head.dataset.column ?? "";
      order = order === name ? `-${name}` : name;
      showAndKeep();
    });
  }
}

/**
 * @param {string} name
 * @param {Game} one
 * @param {Game} other
 */
function compare(name, one, other) {
  const [first, second] = [one.columns[name], other.columns[name]];
  if (typeof first === "number" && typeof second === "number") return first - second;
  return labelOf(name, String(first)).localeCompare(labelOf(name, String(second)));
}

function sortRows() {
  const name = order.replace(/^-/, "");
  const sign = order.startsWith("-") ? -1 : 1;
  const sorted = [...games];
  if (name) sorted.sort((one, other) => sign * compare(name, one, other) || one.at - other.at);
  for (const head of heads) {
    if (head.dataset.column === name) head.setAttribute("aria-sort", sign < 0 ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }
  body.append(...sorted.map((each) => each.row));
}

// What is shown

function show() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = [...filters].filter(([, select]) => select.value);
  for (const game of games) {
    const fits = chosen.every(([name, select]) => game.filters[name].includes(select.value));
    game.row.hidden = !fits || !words.every((word) => game.all.includes(word));
  }
  const count = games.filter(({ row }) => !row.hidden).length;
  if (order !== shownOrder) sortRows();
  shownOrder = order;
  byId("count").textContent = count ? fill(texts.shown, { count, all: games.length }) : texts.none;
}

function showAndKeep() {
  show();
  const chosen = new URLSearchParams();
  if (search.value) chosen.set("search", search.value);
  for (const [name, select] of filters) if (select.value) chosen.set(name, select.value);
  if (order) chosen.set("sort", order);
  history.replaceState(null, "", `#${chosen}`);
}

function readAddress() {
  const chosen = new URLSearchParams(location.hash.slice(1));
  search.value = chosen.get("search") || "";
  for (const [name, select] of filters) choose(select, chosen.get(name) || "");
  const sort = chosen.get("sort") || "";
  order = heads.some((head) => head.dataset.column === sort.replace(/^-/, "")) ? sort : "";
  show();
}

listLabels();
layForm();
layHeads();
window.addEventListener("hashchange", readAddress);
readAddress();
