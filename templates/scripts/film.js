// The game as the page packs it (see referee/report/replay/packed_film.py), and where in it the reader is.
import { dataOf, fill } from "./elements.js";

/** @typedef {number[]} Shape how a space shows: its look, label, words, and sides (bits); a look below 0 is no space */
/** @typedef {[string, string, ...string[]]} Sentence what it says, whose it is, rules */
/** @typedef {[string, ...[string, number][]]} Head heading; for each column its name, and whether it has numbers */
/**
 * The state after an entry; `seen`: for each reader the story and the tables; `standing`: the cards; `ways`: those
 * open, and what notes point at.
 * @typedef {object} Frame
 * @property {number} number
 * @property {string} at
 * @property {string} seat
 * @property {string} glyph
 * @property {number} note
 * @property {number} headline
 * @property {number[]} milestones
 * @property {number[]} changes five numbers for each space that changes: the cell, then its shape
 * @property {number[]} seen
 * @property {number} standing
 * @property {number[]} ways
 */
/** @typedef {[number, number, number]} Left words, number, and drawing (below 0: none) of what a seat has left */
/**
 * Seat, total, alert, parts of the total, what it has left, and who plays it then.
 * @typedef {[string, number, number, number[], Left[], number]} Card
 */
/**
 * The game (`place` 0), or a variation instead of an entry, which has this place among the frames of the game; `refused`:
 * why it has no frames; `turns`: the frames with which turns end.
 * @typedef {{ instead: number, place: number, says: string, refused: string, turns: number[], frames: Frame[] }} Strand
 */
/**
 * @typedef {object} Film
 * @property {Record<string, string>} words
 * @property {Record<string, [number, string, string, string]>} seats number of its paint, who has it, its name, its player
 * @property {string[]} readers
 * @property {number} reader
 * @property {string[]} sides
 * @property {Strand[]} strands
 * @property {[number, number][]} cells
 * @property {string[]} texts
 * @property {string[]} bits
 * @property {[number, ...number[]][]} looks whether anything is new on it, bits of its drawing
 * @property {Sentence[]} says
 * @property {number[][]} stories
 * @property {Head[]} heads
 * @property {[string, number, ...number[]][]} rows seat, whether it is strong, texts
 * @property {[number, number, ...number[]][]} tables head, note, rows
 * @property {[number, ...number[]][]} seen story, tables
 * @property {string[]} signs drawings
 * @property {Card[]} cards
 * @property {[string, ...number[]][]} standings seat to move, cards
 * @property {string[]} ways drawings
 */

const WIDE = 5; // numbers of a change
/** @type {Shape} */
export const GONE = [-1, 0, 0, 0];

export const film = readFilm(dataOf("facts"));
export const game = film.strands[0].frames;
export const now = { strand: 0, at: 0, reader: film.reader };
export const framesNow = () => film.strands[now.strand].frames;

/**
 * @param {any} packed
 * @returns {Film}
 */
function readFilm(packed) {
  const strands = packed.strands.map((/** @type {any} */ each) => ({ ...each, frames: each.frames.map(readFrame) }));
  return { ...packed, strands };
}

/**
 * @param {any[]} packed
 * @returns {Frame}
 */
function readFrame([number, at, seat, glyph, note, headline, milestones, changes, seen, standing, ways]) {
  return { number, at, seat, glyph, note, headline, milestones, changes, seen, standing, ways };
}

/**
 * Words of the page with facts filled in.
 * @param {string} name
 * @param {Record<string, string | number>} facts
 */
export const sayWith = (name, facts) => fill(film.words[name], facts);

// How each cell shows after each frame of each strand: worked out once, so that any frame can be jumped to.
const first = boardsOf(
  game,
  film.cells.map(() => GONE),
);
/** @type {Shape[][][]} */
export const boards = film.strands.map((strand, number) =>
  number ? boardsOf(strand.frames, first[strand.place - 1]) : first,
);

/**
 * @param {Frame[]} frames
 * @param {Shape[]} before
 */
function boardsOf(frames, before) {
  let board = before;
  return frames.map(({ changes }) => {
    if (changes.length) board = board.slice();
    for (let at = 0; at < changes.length; at += WIDE) board[changes[at]] = changes.slice(at + 1, at + WIDE);
    return board;
  });
}

/** Where the reader is, as the part of the address after #: entry, variation (line) and seat. */
export function addressOf(strand = now.strand, at = now.at, reader = now.reader) {
  const parts = [`entry=${film.strands[strand].frames[at].number}`];
  if (strand) parts.push(`line=${strand}`);
  if (reader !== film.reader) parts.push(`seat=${encodeURIComponent(film.readers[reader])}`);
  return `#${parts.join("&")}`;
}

/**
 * The place that an address names: the end of the game, or the beginning of a variation, where it names no entry.
 * @param {string} hash #entry=12&line=1&seat=red, in short #12
 */
export function placeIn(hash) {
  const asked = new URLSearchParams(hash.slice(1).replace(/^(?=\d)/, "entry="));
  const line = Number(asked.get("line") || 0);
  const strand = film.strands[line]?.frames.length ? line : 0;
  const frames = film.strands[strand].frames;
  const wanted = frames.findIndex((frame) => String(frame.number) === asked.get("entry"));
  const seat = asked.get("seat");
  const reader = seat === null ? film.reader : Math.max(0, film.readers.indexOf(seat));
  return { strand, at: wanted >= 0 ? wanted : strand ? 0 : frames.length - 1, reader };
}
