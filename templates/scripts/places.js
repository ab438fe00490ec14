// Places in the game: where the reader is, and the ways to go from there.
import { buttonById, byId, elementOf, make, withLinks } from "./elements.js";
import { addressOf, film, framesNow, game, now, sayWith } from "./film.js";
import { placeInGame } from "./future.js";
import { reachSpots } from "./spots.js";
import { turnAt } from "./turns.js";

/** @import { Frame } from "./film.js" */

/**
 * @param {number} strand
 * @param {number} at
 * @param {(Node | string)[]} parts
 */
const linkTo = (strand, at, ...parts) =>
  make("a", { href: addressOf(strand, at, film.reader), "data-place": `${strand}/${at}` }, ...parts);

export const turnNow = () => turnAt(film.strands[now.strand].turns, now.at);

export function paintPlace() {
  const frames = framesNow();
  const { turns } = film.strands[now.strand];
  const position = now.strand
    ? sayWith("move", { number: now.strand, move: now.at + 1, moves: frames.length })
    : sayWith("of", { turn: turnNow(), last: turns.length - 1 });
  byId("position").textContent = position;
  paintStrand();
  const slider = elementOf("slider", HTMLInputElement);
  slider.max = String(turns.length - 1);
  slider.value = String(turnNow());
  slider.disabled = turns.length < 2;
  const seat = film.seats[frames[now.at].seat];
  slider.setAttribute("aria-valuetext", seat ? `${position}: ${seat[1]}` : position);
  buttonById("first").disabled = now.at <= turns[0];
  buttonById("previous").disabled = !now.strand && now.at <= turns[0];
  for (const id of ["next", "last"]) buttonById(id).disabled = now.at === frames.length - 1;
}

function paintStrand() {
  const { instead, says } = film.strands[now.strand];
  byId("strand").hidden = !now.strand;
  document.body.classList.toggle("branching", now.strand > 0);
  if (!now.strand) return;
  byId("strand-name").textContent = sayWith("branch", { number: now.strand, entry: instead });
  byId("strand-says").replaceChildren(...withLinks(says));
}

/** The variations that branch off here. */
export function paintBranches() {
  const found = [...film.strands.entries()].filter(
    ([, strand]) => !now.strand && strand.place === now.at && !strand.refused,
  );
  byId("branches").replaceChildren(...found.map(([number]) => linkTo(number, 0, sayWith("variation", { number }))));
}

export function markLinks() {
  for (const each of document.querySelectorAll("a[aria-current]")) each.removeAttribute("aria-current");
  const own = document.querySelectorAll(`a[data-place="${now.strand}/${now.at}"]`);
  for (const each of own) each.setAttribute("aria-current", "step");
}

/** The line of the current turn, in the middle of the list where that is a window; in a variation that before it. */
export function markTurn() {
  const list = byId("turns");
  const turn = turnAt(film.strands[0].turns, placeInGame());
  /** @type {Element | undefined} */
  let last;
  [...list.children].forEach((line, at) => {
    const isNow = at === turn && !now.strand;
    line.classList.toggle("now", isNow);
    if (at <= turn && line instanceof HTMLElement && !line.hidden) last = line;
    reachSpots(line, isNow);
    if (isNow) line.querySelector("a")?.setAttribute("aria-current", "step");
  });
  if (last) scrollIntoList(last, list);
}

/**
 * A line goes to the middle of a list; a long one to its top.
 * @param {Element} line
 * @param {Element} list
 */
function scrollIntoList(line, list) {
  const [inner, outer] = [line.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop += inner.top - outer.top - Math.max(0, outer.height - inner.height) / 2;
}

export function listVariations() {
  film.strands.forEach(({ instead, place, says, refused }, number) => {
    if (!number) return;
    const facts = { number, entry: instead };
    const item = refused
      ? make(
          "li",
          { class: "refused", "data-at": place - 1 },
          make("b", {}, sayWith("refused", facts)),
          " ",
          ...withLinks(refused),
        )
      : make("li", { "data-at": place - 1 }, linkTo(number, 0, sayWith("branch", facts)), ...withLinks(` ${says}`));
    byId("variations").append(item);
  });
}

export function listEntries() {
  byId("index").replaceChildren(...game.map((frame, at) => make("li", { "data-at": at }, entryLink(frame, at))));
}

/**
 * @param {Frame} frame
 * @param {number} at
 */
function entryLink({ number, seat, milestones, glyph, note }, at) {
  const kinds = milestones.map((kind) => film.texts[kind]).join(", ");
  const says = [film.seats[seat]?.[1], kinds].filter(Boolean).join(": ");
  const mark = glyph || note ? [make("i", {}, glyph || "\u2026")] : [];
  return linkTo(0, at, make("b", {}, String(number)), make("span", {}, says), ...mark);
}
