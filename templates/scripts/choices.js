// The choices at a space and beside the board: what is possible, what is possible later, and why the rest is not.
import { amountRows } from "./amounts.js";
import { board, bottomOf, focusSpot, goTo, markOpen, showGhost, showTurners } from "./board.js";
import { button, byId, fill, make, row, rows, spaced, tags, withCode } from "./elements.js";
import { iconOf } from "./icons.js";
import { worthOf } from "./marks.js";
import { openWays, stepOf, usedBy } from "./menu.js";
import { listAnswers } from "./orders.js";
import {
  isOnBoard,
  isPossible,
  isPossibleLater,
  isWide,
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
const FEW = 5; // reasons that need no unfolding
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
 * The choices beside the board are made anew: focuses the same one again, or else their heading.
 * @param {number} number
 */
export function focusBeside(number) {
  const again = byId("beside").querySelector(`[data-choice="${number}"]`) ?? byId("beside").querySelector("h3");
  const found = again instanceof HTMLElement ? again : byId("turn-heading");
  found.focus({ preventScroll: true });
}

/**
 * All kinds at a place.
 * @param {string} place
 * @param {Acts} acts
 */
function listChoices(place, acts) {
  const isAny = board && !place && !state.kind; // then only what can be done is shown beside the board
  const parts = menu.kinds.flatMap((kind) => {
    if (state.kind && state.kind !== kind.id) return [];
    const found = offersAt(place).filter((offer) => offer.choice.kind === kind.id);
    const refused = menu.refusals.filter((each) => each.kind === kind.id && isConcerned(each, place, found));
    return found.length || (refused.length && !isAny) ? [sectionOf(kind, found, refused, place, acts)] : [];
  });
  return parts.length || !place ? parts : [make("p", { class: "note" }, words.nothing)];
}

/**
 * Whether a refusal is shown at a place; one without places is shown where a choice of its kind could be.
 * @param {Refusal} refusal
 * @param {string} place
 * @param {Offer[]} found
 */
function isConcerned(refusal, place, found) {
  if (refusal.places.length) return refusal.places.includes(place);
  return !found.length && hasSpaces(refusal.kind) === (place !== "");
}

/** @param {string} kind */
const hasSpaces = (kind) => [...menu.choices, ...menu.refusals].some((each) => each.kind === kind && isOnBoard(each));

/**
 * @param {Kind} kind
 * @param {Offer[]} found
 * @param {Refusal[]} refused
 * @param {string} place
 * @param {Acts} acts
 */
function sectionOf(kind, found, refused, place, acts) {
  const now = found.filter(isPossible);
  const taken = found.filter((offer) => offer.hindrance.why === "taken");
  const not = found.filter((offer) => ["bars", "budget"].includes(offer.hindrance.why));
  const had = taken.map((offer) => make("li", { class: "had" }, `${offer.choice.says} (${words.inTurn})`));
  const whyNot = refused.map((each) => row(...withCode(each.says), " ", ...spaced(tags(each.rules))));
  const offers = rows(
    "offers",
    now.map((offer) => offerButton(offer, acts)),
  );
  const head = make("h4", {}, kind.says);
  if (kind.amounts.length && now.length + taken.length) {
    return make("section", { class: "kind" }, head, amountRows(kind, acts));
  }
  return make(
    "section",
    { class: "kind" },
    ...(now.length > MANY ? [unfolding(kind.id, head, now.length, offers)] : [head, offers]),
    now.length > 1 && place && now.every(({ choice }) => choice.piece !== null) ? turnHint() : null,
    rows("offers", had),
    foldedReasons(words.laterHere, found.filter(isPossibleLater), !now.length),
    foldedReasons(words.notNow, not, !now.length),
    rows("why", whyNot),
  );
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
 * @param {Offer} offer
 * @param {Acts} acts
 */
function offerButton({ number, choice }, acts) {
  const found = button("", () => acts.take(number), { class: "offer", "data-choice": number });
  const note = choice.sure ? null : make("small", {}, words.checked);
  const worth = worthOf(choice) ? make("b", { class: "worth" }, worthOf(choice)) : null;
  found.append(...iconOf(choice), make("span", {}, choice.says, note), ...(worth ? [worth] : []));
  found.addEventListener("mouseenter", () => showGhost(choice));
  listenToFocus(found, number);
  found.addEventListener("blur", () => showGhost());
  found.addEventListener("mouseleave", showFocused);
  return row(found);
}

/**
 * What has the focus is shown on the board.
 * @param {Element} offer
 * @param {number} number
 */
function listenToFocus(offer, number) {
  offer.addEventListener("focus", () => {
    seen = String(number);
    showGhost(menu.choices[number]);
  });
}

/** Where nothing is pointed at, the choice with the focus is shown. */
function showFocused() {
  const number = document.activeElement?.getAttribute("data-choice");
  showGhost(...(number ? [menu.choices[Number(number)]] : []));
}

/**
 * Why choices are not possible now: few reasons alone are unfolded.
 * @param {string} text
 * @param {Offer[]} found
 * @param {boolean} alone
 */
function foldedReasons(text, found, alone) {
  if (!found.length) return null;
  /** @type {Map<string, string[]>} */
  const reasons = new Map(); // one of them mostly holds for many
  for (const offer of found) reasons.set(reasonOf(offer), [...(reasons.get(reasonOf(offer)) ?? []), offer.choice.says]);
  const lines = [...reasons].map(([why, all]) => row(all.join("; "), make("small", {}, why)));
  const summary = make("summary", {}, fill(text, { count: found.length }));
  return make("details", { open: alone && found.length < FEW }, summary, rows("why", lines));
}

/** @param {Offer} offer */
function reasonOf({ number, hindrance: { why, by, missing } }) {
  if (why === "after") return fill(words.after, { after: joinWith(words.and, missing.map(oneOf)) });
  if (why === "order") return words.order;
  if (why === "bars") return fill(words.bars, { by: by.map(says).join("; ") });
  return overspentBy(number);
}

/**
 * @param {string} pattern
 * @param {string[]} parts
 */
const joinWith = (pattern, parts) => parts.reduce((after, by) => fill(pattern, { after, by }));

/** @param {number[]} group */
function oneOf(group) {
  const named = [...new Set(group.map(says))]; // two ways to do it may read alike
  const two = joinWith(words.or, named.slice(0, 2));
  return named.length > 2 ? fill(words.more, { after: two, count: named.length - 2 }) : two;
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
  if (!passed.length) return fill(words.spent, { by: ways.map((way) => way.says).join("; ") });
  const figures = passed.map((budget) => `${budget.says} ${usedOfLimit(before, menu.budgets.indexOf(budget))}`);
  const rules = passed.flatMap((budget) => budget.rules).map((rule) => `[${rule}]`);
  return fill(words.budget, { by: [figures.join(", "), ...rules].join(" ") });
}
