// Games of the list: read from the files of the archive, and drawn as `archive_rows.html` draws them.
import { draw, make } from "./elements.js";

/**
 * @typedef {object} Seat
 * @property {string} chip
 * @property {string} id
 * @property {[string, string][]} players who had it, one after the other: the name and the page
 * @property {number | null} score
 * @property {boolean} won
 */
/**
 * A game; `block` and `number` are the place of its block, and its own in that.
 * @typedef {object} Game
 * @property {number} block
 * @property {number} number
 * @property {string} id
 * @property {string} title
 * @property {string} titleName
 * @property {string} words
 * @property {string} tag
 * @property {string} result
 * @property {string} way
 * @property {string} manner
 * @property {string} began
 * @property {string} last
 * @property {number | null} entries
 * @property {string} status
 * @property {boolean} made
 * @property {boolean} hasNotes
 * @property {boolean} hasBoard
 * @property {boolean} hasCourse
 * @property {string} trouble
 * @property {Seat[]} seats
 */
/** @typedef {{ record: string, log: string, notes: string, entries: string }} LinkTexts */

/** @typedef {[string, string, string, string]} Chip id, fill, ink and initial */

/**
 * The games of the files, each file with the names of its players and the chips of its seats.
 * @param {any[]} blocks
 * @returns {Game[]}
 */
export const unpackGames = (blocks) =>
  blocks.flatMap(({ players, chips, games }, block) => {
    chips.forEach(defineChip);
    return games.map((/** @type {any[]} */ each, /** @type {number} */ number) => ({
      ...unpackGame(each, players, chips),
      block,
      number,
    }));
  });

/**
 * Draw a chip where the page has it not yet, as `archive_rows.html` does.
 * @param {Chip} chip
 */
function defineChip([id, fill, ink, initial]) {
  if (document.getElementById(`chip${id}`)) return;
  const edge = draw("path", { class: "edge", d: HEXAGON, fill, stroke: "#1d1b18" });
  const place = { x: 10, y: 14, "text-anchor": "middle", "font-size": 11, "font-weight": "bold" };
  const letter = draw("text", { ...place, "font-family": "sans-serif", fill: ink }, initial);
  document.querySelector("body > svg > defs")?.append(draw("g", { id: `chip${id}` }, edge, letter));
}
const HEXAGON = "M19.5 10L14.75 18H5.25L.5 10L5.25 2H14.75Z";

/**
 * @param {any[]} packed
 * @param {[string, string][]} players
 * @param {Chip[]} chips
 * @returns {Game}
 */
function unpackGame(packed, players, chips) {
  const [id, title, titleName, words, tag, ...rest] = packed;
  const [result, way, manner, began, last, entries, status, flags, trouble, seats] = rest;
  return {
    block: 0,
    number: 0,
    ...{ id, title, titleName, words, tag, result, way, manner, began, last, entries, status, trouble },
    made: Boolean(flags & 1),
    hasNotes: Boolean(flags & 2),
    hasBoard: Boolean(flags & 4),
    hasCourse: Boolean(flags & 8),
    seats: seats.map(
      (/** @type {[number, string, number | null, number, ...number[]]} */ [chip, id, score, won, ...had]) => ({
        ...{ chip: chips[chip][0], id, score, won: Boolean(won), players: had.map((each) => players[each]) },
      }),
    ),
  };
}

/**
 * @param {Game} game
 * @param {LinkTexts} texts
 * @param {string} status
 */
export const gameRow = (game, texts, status) =>
  make(
    "tr",
    { role: "row", class: game.status },
    make("th", { scope: "row", role: "rowheader", class: "game" }, ...nameParts(game)),
    cell("players", make("ul", {}, ...game.seats.map(seatItem))),
    cell("result", ...resultParts(game, texts)),
    cell("began", game.began && make("time", {}, game.began.slice(0, 10))),
    cell("last", game.last && make("time", {}, game.last.slice(0, 10))),
    cell(
      "entries number",
      ...(game.entries === null ? [] : [`${game.entries}`, make("span", { class: "unit" }, ` ${texts.entries}`)]),
    ),
    cell("status", make("span", { class: "badge" }, status)),
  );

/**
 * A game as a picture with a few words.
 * @param {Game} game
 */
export function gameCard(game) {
  const { id, title, words, tag, trouble, made, hasBoard, hasCourse, status } = game;
  const picture = (/** @type {string} */ name, /** @type {string} */ file, /** @type {number[]} */ [width, height]) =>
    make("img", { class: name, src: `${id}/${file}`, alt: "", width, height, loading: "lazy" });
  return make(
    "li",
    { class: `pictured ${status}`, "data-game": id },
    ...(hasBoard ? [picture("picture", "board.svg", [380, 248])] : []),
    ...(tag ? [make("span", { class: "tag" }, tag)] : []),
    make("h3", {}, made ? make("a", { href: `${id}/index.html` }, words) : words),
    make("p", { class: "line" }, scoreLine(game)),
    make("p", { class: "line" }, title),
    ...(trouble ? [make("strong", { class: "trouble" }, trouble)] : []),
    ...(hasCourse ? [picture("course", "course.svg", [360, 64])] : []),
  );
}

/**
 * The winner first.
 * @param {Game} game
 */
const ranked = ({ seats }) =>
  [...seats].sort((one, other) => Number(other.won) - Number(one.won) || (other.score ?? 0) - (one.score ?? 0));

/** @param {Game} game */
const scoreLine = (game) =>
  ranked(game)
    .map(({ players, score }) => [players.map(([name]) => name).join(" / "), score ?? []].flat().join(" "))
    .join(" \u2013 ");

/**
 * How many points the winner was ahead.
 * @param {Game} game
 */
export function lead(game) {
  const [first, second] = ranked(game);
  return first?.won && second ? Math.abs((first.score ?? 0) - (second.score ?? 0)) : Number.POSITIVE_INFINITY;
}

/**
 * @param {string} kind
 * @param {(Node | string)[]} parts
 */
const cell = (kind, ...parts) => make("td", { role: "cell", class: kind }, ...parts.filter((part) => part !== ""));

/**
 * @param {Game} game
 * @returns {(Node | string)[]}
 */
function nameParts({ id, title, made, hasBoard }) {
  const size = { width: 56, height: 56, loading: "lazy" };
  return [
    ...(hasBoard ? [make("img", { class: "thumbnail", src: `${id}/board.svg`, alt: "", ...size })] : []),
    made ? make("a", { href: `${id}/index.html` }, id) : id,
    make("span", { class: "title" }, title),
  ];
}

/** @param {Seat} seat */
function seatItem({ chip, id, players, score, won }) {
  const sign = draw(
    "svg",
    { class: "chip", viewBox: "0 0 20 20", role: "img", "aria-label": id },
    draw("use", { href: `#chip${chip}` }),
  );
  const facts = score === null ? [] : [" ", make("span", { class: "score" }, `${score}`)];
  const names = players.flatMap(([name, href], at) => [at ? " / " : " ", make("a", { class: "name", href }, name)]);
  return make("li", won ? { class: "won" } : {}, sign, ...names, ...facts);
}

/**
 * @param {Game} game
 * @param {LinkTexts} texts
 */
function resultParts(game, texts) {
  const parts = [make("span", { class: "says" }, game.result)];
  if (game.trouble) parts.push(make("strong", { class: "trouble" }, game.trouble));
  if (game.made) parts.push(make("span", { class: "links" }, ...linkParts(game, texts)));
  return parts;
}

/**
 * @param {Game} game
 * @param {LinkTexts} texts
 */
function linkParts({ id, hasNotes }, texts) {
  const link = (/** @type {string} */ file, /** @type {string} */ says) =>
    make("a", { href: `${id}/${file}`, "aria-label": `${says}: ${id}` }, says);
  const links = [link("record.html", texts.record), " ", link("log/log.yaml", texts.log)];
  return hasNotes ? [...links, " ", link("notes.yaml", texts.notes)] : links;
}
