// The choices at a space and beside the board: what is possible, what is possible later, and why the rest is not.
import { amountRows } from "./amounts.js";
import { board, bottomOf, focusSpot, goTo, markOpen, showGhost, showTurners } from "./board.js";
import { button, byId, fill, make, row, rows, spaced, tags, withCode } from "./elements.js";
import { iconOf } from "./icons.js";
import { nearestLate } from "./later.js";
import { paintLights, sayLights } from "./lights.js";
import { worthOf } from "./marks.js";
import { limitOf, openWays, stepOf, usedBy } from "./menu.js";
import { listAnswers } from "./orders.js";
import {
  isOnBoard,
  isPossible,
  isPossibleLater,
  isWide,
  kindSays,
  menu,
  offersAt,
  says,
  spaces,
  state,
  usedOfLimit,
  words,
} from "./page.js";
import { boardTurners, showTile, tilePanel } from "./tiles.js";

/** @import { Offer } from "./menu.js" */
/** @import { Acts } from "./page.js" */
/** @import { Kind, Refusal } from "./read_menu.js" */

const MANY = 12; // choices of one kind in one place
const FEW = 6; // reasons that are said
let seen = ""; // the choice that had the focus last
/** @type {Set<string>} */
const unfolded = new Set(); // kinds of which many choices are shown

/**
 * @param {string} place
 * @param {Acts} acts
 */
export function openChoices(place, acts) {
  markOpen(place);
  goTo(place, false);
  byId("choices").hidden = false;
  paintLights(place);
  paintChoices(acts);
  const first = shownOffers()[0] ?? byId("choices-list").querySelector("summary") ?? byId("choices-close");
  first.focus({ preventScroll: true });
  byId("choices").scrollIntoView({ block: "nearest" });
  uncover(place);
}

/** @returns {HTMLElement[]} */
const allOffers = () => [.../** @type {NodeListOf<HTMLElement>} */ (byId("choices-list").querySelectorAll(".offer"))];
/** The choices of the open space that can be seen: none that are folded. */
const shownOffers = () => allOffers().filter((each) => each.getClientRects().length);
/** @param {string} place */
const tilesAt = (place) => offersAt(place).filter((offer) => isPossible(offer) && isWide(offer.number));
/** @param {string} place */
const placesTile = (place) => !state.asking && tilesAt(place).length > 0;

/**
 * To the next choice of the open space, or the one before: a piece is turned.
 * @param {number} by
 */
export function turnChoice(by) {
  const found = state.opened !== null && placesTile(state.opened) ? allOffers() : shownOffers();
  const at = found.findIndex((each) => each.getAttribute("data-choice") === seen);
  const from = at < 0 && by < 0 ? 0 : at;
  const next = found.at((from + by) % found.length);
  const number = Number(next?.getAttribute("data-choice"));
  if (next && isWide(number)) showTile(number);
  next?.focus({ preventScroll: true });
}

/**
 * On a phone the choices lie over the board: not over their own space.
 * @param {string} place
 */
function uncover(place) {
  const panel = byId("choices");
  if (getComputedStyle(panel).position !== "fixed") return;
  const hidden = bottomOf(place) - (window.innerHeight - panel.offsetHeight);
  if (hidden > 0) window.scrollBy(0, hidden + 12);
}

/** @param {boolean} back whether the focus goes back to the space */
export function closeChoices(back = true) {
  const place = state.opened;
  paintLights("");
  markOpen(null);
  byId("choices").hidden = true;
  showGhost();
  showTurners();
  if (place && back) focusSpot(place);
}

/** @param {Acts} acts */
export function paintChoices(acts) {
  if (state.opened === null) return;
  if (placesTile(state.opened)) return paintTile(state.opened, acts);
  byId("choices-heading").textContent = fill(words.choicesAt, { place: state.opened });
  byId("choices-words").textContent = spaces.get(state.opened)?.words ?? "";
  const found = state.asking ? listAnswers(state.opened, acts) : listChoices(state.opened, acts);
  byId("choices-list").replaceChildren(...found);
}

/**
 * @param {string} place
 * @param {Acts} acts
 */
function paintTile(place, acts) {
  const offers = tilesAt(place);
  byId("choices-heading").textContent = says(offers[0].number);
  byId("choices-words").textContent = "";
  const panel = tilePanel(offers, acts, turnChoice);
  for (const each of panel.querySelectorAll(".offer")) listenToFocus(each, Number(each.getAttribute("data-choice")));
  byId("choices-list").replaceChildren(panel);
  showTurners(...boardTurners(place, turnChoice));
  showTile(offers[0].number);
}

/** @param {Acts} acts */
export function paintBeside(acts) {
  const parts = listChoices("", acts);
  const heading = parts.length && !board ? [make("h3", { tabindex: "-1" }, words.choices)] : [];
  byId("beside").replaceChildren(...heading, ...parts);
}

/**
 * What has no space on the board is chosen beside it, on a phone below the screen.
 * @param {string} kind
 */
export function showBeside(kind) {
  if (kind && board && !hasSpaces(kind)) byId("beside").scrollIntoView({ block: "nearest" });
}

/**
 * The choices beside the board are made anew: focuses the same one again, or else their heading.
 * @param {number} number
 */
export function focusBeside(number) {
  const again = byId("beside").querySelector(`[data-choice="${number}"]`) ?? byId("beside").querySelector("h3");
  const found = again instanceof HTMLElement ? again : byId("turn-heading");
  found.focus({ preventScroll: true });
}

/**
 * All kinds at a place: what can be done there, and what keeps the reader from the rest.
 * @param {string} place
 * @param {Acts} acts
 */
function listChoices(place, acts) {
  const isAll = !state.kind || (place && !hasSpaces(state.kind)); // what is chosen is beside the board
  const kinds = menu.kinds.filter(({ id }) => isAll || state.kind === id);
  const sections = kinds.flatMap((kind) => sectionOf(kind, place, acts) ?? []);
  const isAny = board && !place && !state.kind; // then only what can be done is shown beside the board
  const why = isAny ? null : whyNot(kinds, place, !sections.length);
  const found = [place ? sayLights(place) : null, ...sections, why].flatMap((each) => each ?? []);
  if (found.length || (!place && !isHopeless(state.kind))) return found;
  return [make("p", { class: "note" }, place ? words.nothing : words.noWay)];
}

/**
 * @param {string} kind
 * @param {string} place
 */
const offersOf = (kind, place) => offersAt(place).filter((offer) => offer.choice.kind === kind);

/**
 * Whether a kind was chosen of which nothing is possible in this turn, whatever else is done.
 * @param {string} kind
 */
const isHopeless = (kind) =>
  kind !== "" && !offersOnBoard(kind).some((offer) => isPossible(offer) || isPossibleLater(offer));

/** @param {string} kind */
const offersOnBoard = (kind) => [...state.offers.values()].flat().filter((offer) => offer.choice.kind === kind);

/**
 * Whether a refusal is shown at a place; one without places is shown where a choice of its kind could be.
 * @param {Refusal} refusal
 * @param {string} place
 * @param {Offer[]} found
 */
function isConcerned(refusal, place, found) {
  if (refusal.places.length) return refusal.places.includes(place);
  return !found.length && (place ? hasSpaces(refusal.kind) : !lightsSpaces(refusal.kind));
}

/** @param {string} kind */
const lightsSpaces = (kind) =>
  [...menu.choices, ...menu.refusals].some((each) => each.kind === kind && isOnBoard(each));

/** @param {string} kind */
const hasSpaces = (kind) => lightsSpaces(kind) || menu.kinds.some(({ id, piece }) => id === kind && piece !== null);

/**
 * What can be done of a kind; null where nothing can, and nothing was.
 * @param {Kind} kind
 * @param {string} place
 * @param {Acts} acts
 */
function sectionOf(kind, place, acts) {
  const found = offersOf(kind.id, place);
  const now = found.filter(isPossible);
  const taken = found.filter((offer) => offer.hindrance.why === "taken");
  const had = taken.map((offer) => make("li", { class: "had" }, `${offer.choice.says} (${words.inTurn})`));
  const late = now.length ? undefined : lateOf(found);
  const buttons = now.map((offer) => offerButton(offer.number, [], place, acts));
  const offers = rows("offers", late ? [offerButton(late.number, late.first, place, acts)] : buttons);
  const head = make("h4", {}, kind.says);
  if (!offers && !had.length) return null;
  if (kind.amounts.length) return make("section", { class: "kind" }, head, amountRows(kind, acts));
  return make(
    "section",
    { class: "kind" },
    ...(now.length > MANY ? [unfolding(kind.id, head, now.length, offers)] : [head, offers]),
    now.length > 1 && kind.id === menu.crossings?.kind ? turnHint() : null,
    rows("offers", had),
  );
}

/**
 * The one that is possible after the fewest others, with these.
 * @param {Offer[]} found
 */
function lateOf(found) {
  const later = found.filter((offer) => offer.hindrance.why === "after");
  return nearestLate(
    menu,
    state.steps,
    later.map(({ number }) => number),
  );
}

/**
 * Why nothing of some kinds can be done at a place: each reason once.
 * @param {Kind[]} kinds
 * @param {string} place
 * @param {boolean} isAlone whether nothing else is shown
 */
function whyNot(kinds, place, isAlone) {
  /** @type {Map<string, { kinds: string[], rules: string[] }>} */
  const reasons = new Map();
  for (const kind of kinds) {
    for (const { says, rules } of reasonsAgainst(kind.id, place)) {
      const known = reasons.get(says) ?? { kinds: [], rules };
      reasons.set(says, { ...known, kinds: [...new Set([...known.kinds, kind.says])] });
    }
  }
  const lines = [...reasons]
    .slice(0, FEW)
    .map(([reason, { kinds: named, rules }]) =>
      row(
        kinds.length > 1 ? make("b", {}, `${named.join(", ")}: `) : null,
        ...withCode(reason),
        " ",
        ...spaced(tags(rules)),
      ),
    );
  if (!lines.length) return null;
  return make("details", { class: "why-not", open: isAlone }, make("summary", {}, words.whyNot), rows("why", lines));
}

/**
 * @param {string} kind
 * @param {string} place
 * @returns {import("./read_menu.js").Said[]}
 */
function reasonsAgainst(kind, place) {
  const here = offersOf(kind, place).filter((offer) => offer.hindrance.why !== "taken");
  const found = place || here.length ? here : offersOnBoard(kind);
  if (found.some(isPossible) || lateOf(found)) return [];
  const refused = menu.refusals.filter((each) => each.kind === kind && isConcerned(each, place, here));
  return [...refused, ...found.map(reasonOf)];
}

const turnHint = () => make("p", { class: "note" }, words.turning);

/**
 * Many of one kind are opened when they are wanted, and stay open: nobody need pass them all.
 * @param {string} kind
 * @param {Node} head
 * @param {number} count
 * @param {Node | null} list
 */
function unfolding(kind, head, count, list) {
  const summary = make("summary", {}, head, ` (${count})`);
  const found = make("details", { class: "many", open: unfolded.has(kind) }, summary, list);
  found.addEventListener("toggle", () => (found.open ? unfolded.add(kind) : unfolded.delete(kind)));
  return found;
}

/**
 * @param {number} number
 * @param {number[]} first what is taken with it, before
 * @param {string} place
 * @param {Acts} acts
 */
function offerButton(number, first, place, acts) {
  const choice = menu.choices[number];
  const act = () => (first.length ? acts.takeAll([...first, number], place) : acts.take(number));
  const found = button("", act, { class: "offer", "data-choice": number });
  if (first.length) found.setAttribute("data-first", first.join(" "));
  const before = first.length ? make("small", {}, fill(words.first, { choices: first.map(says).join(", ") })) : null;
  const note = choice.sure ? null : make("small", {}, words.checked);
  const worth = worthOf(choice) ? make("b", { class: "worth" }, worthOf(choice)) : null;
  found.append(...iconOf(choice), make("span", {}, choice.says, before, note), ...(worth ? [worth] : []));
  found.addEventListener("mouseenter", () => showGhostOf(found));
  listenToFocus(found, number);
  found.addEventListener("blur", () => showGhost());
  found.addEventListener("mouseleave", () => showGhostOf(document.activeElement));
  return row(found);
}

/**
 * What a button would put on the board; nothing where it is no such button.
 * @param {Element | null} offer
 */
function showGhostOf(offer) {
  const numbers = `${offer?.getAttribute("data-first") ?? ""} ${offer?.getAttribute("data-choice") ?? ""}`.trim();
  showGhost(...(numbers ? numbers.split(" ").map((number) => menu.choices[Number(number)]) : []));
}

/**
 * What has the focus is shown on the board.
 * @param {Element} offer
 * @param {number} number
 */
function listenToFocus(offer, number) {
  offer.addEventListener("focus", () => {
    seen = String(number);
    showGhostOf(offer);
  });
}

/**
 * Why a choice is not possible now.
 * @param {Offer} offer
 */
function reasonOf({ number, hindrance: { why, by } }) {
  if (why === "order") return { says: words.order, rules: [] };
  if (why === "bars") return { says: fill(words.bars, { by: by.map(says).join("; ") }), rules: [] };
  return why === "after" ? { says: words.noWay, rules: [] } : overspentBy(number);
}

/**
 * Which budgets a choice would pass in every way that is still open; when none alone, which ways there are.
 * @param {number} number
 */
function overspentBy(number) {
  const before = usedBy(menu, state.steps);
  const sums = usedBy(menu, [...state.steps, stepOf(number)]);
  const ways = openWays(menu, before);
  const passed = menu.budgets.filter((budget, at) => budget.says && !ways.some((way) => sums[at] <= way.limits[at]));
  const taken = kindsTaken();
  if (taken.length && passed.every((budget) => isClosedBy(before, menu.budgets.indexOf(budget))))
    return { says: fill(words.spent, { by: taken.join(", ") }), rules: [] };
  if (!passed.length) return { says: words.noWay, rules: [] };
  const figures = passed.map((budget) => `${budget.says} ${usedOfLimit(before, menu.budgets.indexOf(budget))}`);
  return { says: fill(words.budget, { by: figures.join(", ") }), rules: passed.flatMap((budget) => budget.rules) };
}

/**
 * Whether there was some of a budget before the turn, and by what was taken of others there is none.
 * @param {number[]} used
 * @param {number} at
 */
const isClosedBy = (used, at) => !limitOf(menu, used, at) && limitOf(menu, usedBy(menu, []), at) > 0;

const kindsTaken = () => [...new Set(state.steps.map(({ choice }) => kindSays(menu.choices[choice].kind)))];
