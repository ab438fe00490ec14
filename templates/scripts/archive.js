// Search, filters and an order of games for a list whose newest games are in the page without this script. What is
// chosen is in the part of the address after #, so that a link shows the same games.
import { button, byId, dataOf, elementOf, fill, make, option } from "./elements.js";
import { gameCard, gameRow, lead, unpackGames } from "./game_rows.js";
import { load } from "./loading.js";
import { bestLine, excerpt, filesWith, gamesWith, isAmong, wordsOf } from "./search.js";

/** @typedef {import("./game_rows.js").Game} Game */

const facts = dataOf("facts");
const { texts } = facts;
const heads = [...document.querySelectorAll("#games thead th")].filter((each) => each instanceof HTMLTableCellElement);
const body = elementOf("games", HTMLTableElement).tBodies[0];
const gallery = byId("gallery");
const tableView = elementOf("as-table", HTMLDetailsElement);
const search = make("input", { type: "search", name: "search" });
/** @type {Map<string, HTMLSelectElement>} */
const filters = new Map();
/** @type {Record<string, Map<string, string>>} */
const labels = {
  status: new Map(Object.entries(facts.statuses)),
  way: new Map(),
  notes: new Map([["notes", texts.annotated]]),
}; // an address has the same words in every language; readers see these
/** @type {Game[]} */
let games = []; // in the order of the page
/** @type {Game[]} */
let fitting = [];
let order = ""; // a column, with - before it from the highest down
let asked = 0; // the number of the last question: answers to earlier ones come too late

/** @typedef {[number, string, string[]]} Block its number, what caches know it by, and the first word of each file */
/** @type {Block[]} */
const blocks = facts.blocks;

/**
 * What a game has of each filter.
 * @type {Record<string, (game: Game) => string[]>}
 */
const VALUES = {
  title: (game) => [game.titleName],
  player: (game) => game.seats.flatMap(({ players }) => players.map(([name]) => name)),
  year: (game) => [game.began.slice(0, 4), game.last.slice(0, 4)],
  status: (game) => [game.status],
  way: (game) => [game.manner],
  notes: (game) => (game.hasNotes ? ["notes"] : []),
};
/**
 * What each column is sorted by.
 * @type {Record<string, (game: Game) => string | number>}
 */
const KEYS = {
  game: (game) => `${game.id}${game.title}`.toLowerCase(),
  players: (game) => (game.seats[0]?.players[0][0] ?? "").toLowerCase(),
  result: (game) => game.result.toLowerCase(),
  began: (game) => game.began.slice(0, 10),
  last: (game) => game.last.slice(0, 10),
  entries: (game) => game.entries ?? 0,
  status: (game) => game.status,
  closest: lead,
};

/**
 * Faulty games first, then those with the newest entries.
 * @param {Game} one
 * @param {Game} other
 */
const newestFirst = (one, other) =>
  Number(other.status === "bad") - Number(one.status === "bad") ||
  compareText(other.last, one.last) ||
  compareText(one.id, other.id);

/**
 * @param {string} one
 * @param {string} other
 */
const compareText = (one, other) => Number(one > other) - Number(one < other);

/**
 * What readers see for a value of a filter or a column.
 * @param {string} name
 * @param {string} value
 */
const labelOf = (name, value) => labels[name]?.get(value) || value;

// The form

function layForm() {
  const form = byId("filters");
  const fieldOf = (/** @type {string} */ name, /** @type {HTMLElement} */ control) =>
    make("label", {}, make("span", {}, texts[name]), control);
  const searching = fieldOf("search", search);
  searching.className = "wide-field";
  for (const name of Object.keys(VALUES)) filters.set(name, filterOf(name));
  const reset = button(texts.reset, () => {
    history.replaceState(null, "", "#");
    readAddress();
    search.focus();
  });
  layPicks();
  const fields = [...filters].map(([name, select]) => fieldOf(name, select));
  const rest = make(
    "details",
    { id: "rest" },
    make("summary", {}, form.getAttribute("aria-label") ?? ""),
    make("div", { class: "fields" }, ...fields, reset),
  );
  form.append(searching, make("div", { class: "picks" }, ...picks.keys()), rest);
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", showAndKeep);
}

/**
 * Buttons for what is asked for most, and whether each is on.
 * @type {Map<HTMLButtonElement, () => boolean>}
 */
const picks = new Map();

function layPicks() {
  for (const [name, says] of [
    ["", texts.newest],
    ["closest", texts.closest],
  ]) {
    picks.set(
      button(says, () => sortBy(name)),
      () => order === name,
    );
  }
  const titles = [...new Set(games.map(({ titleName }) => titleName))].filter(Boolean).sort();
  for (const [name, value] of [["notes", "notes"], ...titles.map((each) => ["title", each])]) {
    const toggle = () => {
      choose(selectOf(name), selectOf(name).value === value ? "" : value);
      showAndKeep();
    };
    picks.set(button(labelOf(name, value), toggle), () => selectOf(name).value === value);
  }
}

/** @param {string} name */
const selectOf = (name) => /** @type {HTMLSelectElement} */ (filters.get(name));

/** @param {string} name */
function filterOf(name) {
  const known = [...new Set(games.flatMap(VALUES[name]))].filter(Boolean);
  const { compare } = new Intl.Collator();
  known.sort((one, other) => compare(labelOf(name, one), labelOf(name, other)));
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
    const sorter = button(text, () => sortBy(head.dataset.column ?? ""), { title: fill(texts.sort, { column: text }) });
    head.replaceChildren(sorter, make("span", { class: "printed" }, text)); // buttons are on the first printed page alone
  }
}

/** @param {string} name */
function sortBy(name) {
  order = order === name && heads.some((head) => head.dataset.column === name) ? `-${name}` : name;
  showAndKeep();
}

/** @param {Game[]} found */
function sorted(found) {
  const name = order.replace(/^-/, "");
  const sign = order.startsWith("-") ? -1 : 1;
  for (const head of heads) {
    if (head.dataset.column === name) head.setAttribute("aria-sort", sign < 0 ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }
  if (!name) return found;
  const { compare } = new Intl.Collator();
  const keys = new Map(found.map((game) => [game, KEYS[name](game)]));
  const comparing = (/** @type {Game} */ one, /** @type {Game} */ other) => {
    const [first, second] = [keys.get(one) ?? "", keys.get(other) ?? ""];
    if (typeof first === "number" && typeof second === "number") return first - second;
    return compare(labelOf(name, String(first)), labelOf(name, String(second)));
  };
  return [...found].sort((one, other) => sign * comparing(one, other));
}

// What is shown

/** For each word of the search and each block the games that have it. */
const gamesFound = () =>
  Promise.all(wordsOf(search.value).map((word) => Promise.all(blocks.map((block) => gamesOfBlock(block, word)))));

/**
 * @param {Block} block
 * @param {string} word
 */
async function gamesOfBlock([number, version, firsts], word) {
  const files = filesWith(firsts, word).map((file) => load(`search.d/${number}-${file}`, version));
  return gamesWith(await Promise.all(files), word, IN_A_BLOCK);
}
const IN_A_BLOCK = 1000;

async function show() {
  asked += 1;
  const now = asked;
  const found = await gamesFound().catch(complain);
  if (now !== asked || !found) return;
  const chosen = [...filters].filter(([, select]) => select.value);
  fitting = sorted(
    games.filter(
      (game) =>
        found.every((each) => isAmong(each[game.block], game.number)) &&
        chosen.every(([name, { value }]) => VALUES[name](game).includes(value)),
    ),
  );
  const count = fitting.length;
  body.replaceChildren();
  gallery.replaceChildren();
  for (const [pick, isOn] of picks) pick.setAttribute("aria-pressed", String(isOn()));
  showMore();
  byId("count").textContent = count ? fill(texts.shown, { count, all: games.length }) : texts.none;
}

function complain() {
  byId("more").textContent = texts.lost;
}

/** The next games of those that fit. */
function showMore() {
  const first = body.rows.length;
  const next = fitting.slice(first, first + facts.newest);
  body.append(...next.map(rowOf));
  gallery.append(...next.map(cardOf));
  const left = fitting.length > first + next.length;
  byId("more").replaceChildren(...(left ? [button(texts.more, focusOnMore)] : []));
}

function focusOnMore() {
  const first = body.rows.length;
  showMore();
  const added = tableView.open ? body.rows[first] : gallery.children[first];
  added.querySelector("a")?.focus();
}

/** @param {Game} game */
function rowOf(game) {
  return withExcerpt(gameRow(game, facts.links, labelOf("status", game.status)), game, ".says");
}

/** @param {Game} game */
const cardOf = (game) => withExcerpt(gameCard(game), game, ".line");

/**
 * @param {HTMLElement} place
 * @param {Game} game
 * @param {string} above
 */
function withExcerpt(place, game, above) {
  const words = wordsOf(search.value);
  if (words.length && game.made) void showExcerpt(place, game, words, above);
  return place;
}

/**
 * Where the words are in a game: in its story, in what was said, or in notes.
 * @param {HTMLElement} place
 * @param {Game} game
 * @param {string[]} words
 * @param {string} above
 */
async function showExcerpt(place, { id, block }, words, above) {
  const line = bestLine(await load(`${id}/words`, blocks[block][1]).catch(() => []), words);
  if (!line) return;
  const [before, word, after] = excerpt(line[1], words);
  const address = line[0] ? `${id}/record.html#entry-${line[0]}` : `${id}/record.html`;
  const says = make("a", { href: address }, before, make("mark", {}, word), after);
  place.querySelector(above)?.after(make("span", { class: "excerpt" }, says));
}

function showAndKeep() {
  void show();
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
  if ([...filters.values()].some(({ value }) => value)) elementOf("rest", HTMLDetailsElement).open = true;
  const sort = chosen.get("sort") || "";
  order = sort.replace(/^-/, "") in KEYS ? sort : "";
  void show();
}

async function begin() {
  const lists = blocks.map(([number, version]) => load(`list.d/games-${number}`, version));
  games = unpackGames(await Promise.all(lists)).sort(newestFirst);
  for (const { manner, way } of games) labels.way.set(manner, way);
  layForm();
  layHeads();
  window.addEventListener("hashchange", readAddress);
  readAddress();
}

begin().catch(complain);
