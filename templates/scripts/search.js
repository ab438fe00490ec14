// Which games have all the words of a question, and which of their lines shows it best.

/** @typedef {[number, string]} EntryLine number of an entry (0: the whole game), and a text about it */

/**
 * A text without capitals and accents, as the archive wrote its words.
 * @param {string} text
 */
const plainText = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * The words of a text without capitals and accents.
 * @param {string} text
 * @returns {string[]}
 */
export const wordsOf = (text) => plainText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The numbers of the files that may have words that begin so.
 * @param {string[]} firsts the first word of each file
 * @param {string} beginning
 */
export function filesWith(firsts, beginning) {
  const first = firsts.findLastIndex((word) => word <= beginning);
  return firsts.flatMap((word, at) =>
    at === Math.max(first, 0) || (at > first && word.startsWith(beginning)) ? [at + 1] : [],
  );
}

/**
 * A bit for each of so many games: whether it has a word that begins so, in one of these files.
 * @param {Record<string, string>[]} files
 * @param {string} beginning
 * @param {number} games
 */
export function gamesWith(files, beginning, games) {
  const found = new Uint8Array((games >> 3) + 1);
  for (const file of files) {
    for (const word in file) if (word.startsWith(beginning)) addNumbers(found, file[word]);
  }
  return found;
}

/**
 * @param {Uint8Array} found
 * @param {string} packed
 */
function addNumbers(found, packed) {
  if (packed.startsWith("=")) {
    const bytes = atob(packed.slice(1));
    for (let at = 0; at < found.length; at += 1) found[at] |= bytes.charCodeAt(at);
    return;
  }
  let number = 0;
  for (const step of packed.split(" ")) {
    number += Number.parseInt(step, 36);
    found[number >> 3] |= 1 << (number & 7);
  }
}

/**
 * Whether a game is among those found.
 * @param {Uint8Array} found
 * @param {number} number
 */
export const isAmong = (found, number) => Boolean((found[number >> 3] >> (number & 7)) & 1);

/**
 * The line with most of the words; the first of several. Null when none has any.
 * @param {EntryLine[]} lines
 * @param {string[]} beginnings
 */
export function bestLine(lines, beginnings) {
  const patterns = beginnings.map((each) => new RegExp(`(?<![\\p{L}\\p{N}])${each}`, "u"));
  let best = null;
  let most = 0;
  for (const line of lines) {
    const text = plainText(line[1]);
    const has = patterns.filter((each) => each.test(text)).length;
    if (has > most) [best, most] = [line, has];
    if (most === patterns.length) break;
  }
  return best;
}

const AROUND = 60;

/**
 * The part of a text around its first word that was asked for: the text before that word, the word, the text after it.
 * @param {string} text
 * @param {string[]} beginnings
 */
export function excerpt(text, beginnings) {
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (!beginnings.some((each) => wordsOf(word)[0]?.startsWith(each))) continue;
    const end = index + word.length;
    const before = index > AROUND ? `\u2026${text.slice(index - AROUND, index)}` : text.slice(0, index);
    const after = text.length > end + 2 * AROUND ? `${text.slice(end, end + 2 * AROUND)}\u2026` : text.slice(end);
    return [before, word, after];
  }
  return [text.slice(0, 3 * AROUND), "", ""];
}
