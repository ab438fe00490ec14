// What an entry of the replay says, and its tables.
import { chipOf } from "./cards.js";
import { byId, make, spaced, tags, wholeWords, withLinks } from "./elements.js";
import { film, framesNow, now, sayWith } from "./film.js";

/** @import { Sentence } from "./film.js" */

const SLIM = 9; // characters that no cell of a short column has

export function paintStory() {
  const frame = framesNow()[now.at];
  const [story, ...tables] = film.seen[frame.seen[now.reader]];
  byId("number").textContent = sayWith("entry", { entry: frame.number });
  byId("at").textContent = frame.at.replace("T", " ").replace(/:\d\dZ$/, " UTC");
  byId("at").setAttribute("datetime", frame.at);
  byId("lines").replaceChildren(...film.stories[story].map((each) => sentenceRow(film.says[each])));
  byId("note").hidden = !frame.note && !frame.glyph;
  byId("glyph").textContent = frame.glyph;
  byId("says").replaceChildren(...withLinks(film.texts[frame.note]));
  byId("headline").replaceChildren(...wholeWords(film.texts[frame.headline]));
  byId("tables").replaceChildren(...tables.flatMap(tableOf));
  fitTables();
}

/** @param {Sentence} sentence */
function sentenceRow([says, seat, ...rules]) {
  const chips = seat in film.seats ? [chipOf(seat), " "] : [];
  return make("li", { class: chips.length ? "own" : undefined }, ...chips, ...spaced([says, ...tags(rules)]));
}

/** @param {number} number */
function tableOf(number) {
  const [head, note, ...rest] = film.tables[number];
  const [heading, ...columns] = film.heads[head];
  const body = make("tbody", {}, ...rest.map((each) => tableRow(each, columns)));
  const table = make("table", {}, make("caption", {}, heading), make("thead", {}, headRow(columns, rest)), body);
  const whole = make("div", { class: "wide", tabindex: "0", role: "group", "aria-label": heading }, table);
  return note ? [whole, make("p", { class: "note" }, ...withLinks(film.texts[note]))] : [whole];
}

/**
 * @param {[string, number][]} columns
 * @param {number[]} rest the rows below
 */
function headRow(columns, rest) {
  const cells = columns.map(([name, isNumber], at) => {
    const isShort = at && rest.every((each) => film.texts[Number(film.rows[each][at + 2])].length < SLIM);
    const kinds = [isNumber && at ? "number" : "", isShort ? "short" : ""];
    return make("th", { scope: "col", class: kinds.join(" ").trim() }, name);
  });
  return make("tr", {}, ...cells);
}

/**
 * @param {number} number
 * @param {[string, number][]} columns
 */
function tableRow(number, columns) {
  const [seat, isStrong, ...texts] = film.rows[number];
  const cells = texts.map((text, at) => cellOf(film.texts[text], seat, at, columns[at][1]));
  return make("tr", { class: isStrong ? "strong" : undefined }, ...cells);
}

/**
 * @param {string} words
 * @param {string} seat
 * @param {number} column
 * @param {number} isNumber
 */
function cellOf(words, seat, column, isNumber) {
  if (column) return make("td", { class: isNumber ? "number" : words.length < SLIM ? "slim" : "" }, words);
  const chips = seat in film.seats ? [chipOf(seat), " "] : [];
  return make("th", { scope: "row", class: isNumber ? "" : "name" }, ...chips, words);
}

/** A table that is wider than its place has its heads of short columns upright. */
export function fitTables() {
  const all = [...byId("tables").querySelectorAll(".wide")];
  for (const each of all) each.classList.remove("tight");
  for (const each of all.filter((table) => table.scrollWidth > table.clientWidth)) each.classList.add("tight");
}
