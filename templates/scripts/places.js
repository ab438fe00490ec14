// Places in the game: where the reader is, and the ways to go from there.
import { buttonById, byId, draw, elementOf, make } from "./elements.js";
import { addressOf, film, framesNow, game, now, sayWith } from "./film.js";

/** @import { Frame } from "./film.js" */

/** @type {SVGSVGElement | null} */
export const chart = document.querySelector("#chart svg");
const marker = chart?.appendChild(draw("path", { class: "marker" }));
const [left, right] = film.chart;

/**
 * @param {number} strand
 * @param {number} at
 * @param {(Node | string)[]} parts
 */
const linkTo = (strand, at, ...parts) =>
  make("a", { href: addressOf(strand, at, film.reader), "data-place": `${strand}/${at}` }, ...parts);

export function paintPlace() {
  const frames = framesNow();
  const position = now.strand
    ? sayWith("move", { number: now.strand, move: now.at + 1, moves: frames.length })
    : sayWith("of", { entry: game[now.at].number, last: game[game.length - 1].number });
  byId("position").textContent = position;
  paintStrand();
  const slider = elementOf("slider", HTMLInputElement);
  slider.max = String(frames.length - 1);
  slider.value = String(now.at);
  slider.disabled = frames.length < 2;
  const seat = film.seats[frames[now.at].seat];
  slider.setAttribute("aria-valuetext", seat ? `${position}: ${seat[2]}` : position);
  buttonById("first").disabled = !now.at;
  buttonById("previous").disabled = !now.strand && !now.at;
  for (const id of ["next", "last"]) buttonById(id).disabled = now.at === frames.length - 1;
}

function paintStrand() {
  const { instead, says } = film.strands[now.strand];
  byId("strand").hidden = !now.strand;
  document.body.classList.toggle("branching", now.strand > 0);
  if (!now.strand) return;
  byId("strand-name").textContent = sayWith("branch", { number: now.strand, entry: instead });
  byId("strand-says").textContent = says;
}

/** The variations that branch off here. */
export function paintBranches() {
  const found = [...film.strands.entries()].filter(
    ([, strand]) => !now.strand && strand.instead === game[now.at].number && !strand.refused,
  );
  byId("branches").replaceChildren(...found.map(([number]) => linkTo(number, 0, sayWith("variation", { number }))));
}

/** The chart is that of the game; in a variation the mark stays where it branches off. */
export function markChart() {
  const at = now.strand ? film.strands[now.strand].instead - 1 : now.at;
  const x = left + Math.floor(((right - left) * at) / Math.max(1, game.length - 1));
  marker?.setAttribute("d", `M${x} 14V306`);
}

/**
 * The entry of the game at which the chart was clicked.
 * @param {MouseEvent} event
 * @param {SVGSVGElement} picture
 */
export function entryAt(event, picture) {
  const box = picture.getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * picture.viewBox.baseVal.width;
  return Math.round(((x - left) / (right - left)) * (game.length - 1));
}

export function markLinks() {
  for (const each of document.querySelectorAll("a[aria-current]")) each.removeAttribute("aria-current");
  const own = document.querySelectorAll(`a[data-place="${now.strand}/${now.at}"]`);
  for (const each of own) each.setAttribute("aria-current", "step");
}

export function listMilestones() {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  game.forEach((frame, at) => {
    for (const kind of frame.milestones) found.set(kind, [...(found.get(kind) ?? []), at]);
  });
  for (const [kind, places] of found) {
    const links = places.map((at) => linkTo(0, at, String(game[at].number)));
    byId("jumps").append(make("dt", {}, film.texts[kind]), make("dd", { class: "chips" }, ...links));
  }
  byId("milestones").hidden = !found.size;
}

export function listVariations() {
  film.strands.forEach(({ instead, says, refused }, number) => {
    if (!number) return;
    const facts = { number, entry: instead };
    const item = refused
      ? make("li", { class: "refused" }, make("b", {}, sayWith("refused", facts)), ` ${refused}`)
      : make("li", {}, linkTo(number, 0, sayWith("branch", facts)), ` ${says}`);
    byId("variations").append(item);
  });
}

export function listEntries() {
  byId("index").replaceChildren(...game.map((frame, at) => make("li", {}, entryLink(frame, at))));
}

/**
 * @param {Frame} frame
 * @param {number} at
 */
function entryLink({ number, seat, milestones, glyph, note }, at) {
  const kinds = milestones.map((kind) => film.texts[kind]).join(", ");
  const says = [film.seats[seat]?.[1], kinds].filter(Boolean).join(": ");
  const mark = glyph || note ? [make("i", {}, glyph || "…")] : [];
  return linkTo(0, at, make("b", {}, String(number)), make("span", {}, says), ...mark);
}
