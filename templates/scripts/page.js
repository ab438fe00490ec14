// What all parts of the composer share: the menu, its words, the turn that is being composed, and the word to the reader.
import { byId, dataOf, fill, make, spaced } from "./elements.js";
import { hindranceOf, limitOf } from "./menu.js";
import { readMenu } from "./read_menu.js";
import { routeStarts, routesFrom } from "./routes.js";

/** @import { Alternative } from "./alternatives.js" */
/** @import { Offer, Step } from "./menu.js" */
/** @import { Route } from "./routes.js" */
/** @typedef {{ at: number, names: number[], answer: number | null }} Asking a branch that is being written, for a step */
/**
 * What the buttons of the page do. `place` is the label of a space.
 * @typedef {object} Acts
 * @property {(number: number) => void} take
 * @property {(numbers: number[], place: string) => void} takeAll one after another, of which the last is at this place
 * @property {(at: number) => void} remove
 * @property {(place: string) => void} open
 * @property {(place: string) => void} takeBest
 * @property {(from: string, to: string) => void} connect
 * @property {(place: string) => void} point
 * @property {(from: string) => void} askRoute
 * @property {(kind: string, number: number | null) => void} setAmount
 * @property {(kind: string) => void} showKind
 * @property {(at: number) => void} ask
 * @property {(names: number[]) => void} mark
 * @property {(answer: number | null) => void} answer
 * @property {() => void} addBranch
 * @property {() => void} stopAsking
 * @property {(at: number, number: number) => void} removeBranch
 * @property {(at: number, answer: number | null, says: string) => void} setOtherwise
 * @property {(at: number) => void} removeKept
 */
/**
 * `earlier`: turns from which something was removed since the last choice, the last of them to be put back first;
 * `edited`: whether the text was changed by hand; `kind`: which kind is marked alone; `opened`: the space whose choices
 * are shown; `offers`: every choice with what hinders it, by the space at which it is offered, "" beside the board;
 * `route`: one that is being asked for, `from` is "" until its start is chosen; `starts`: where it may start;
 * `routes`: those from there, by where they lead; `kept`: moves that are ordered before the one that is being composed;
 * `careful`: whether that one is played only if nobody else has built in its spaces.
 * @typedef {object} State
 * @property {Step[]} steps
 * @property {{ steps: Step[], text: string | null }[]} earlier
 * @property {boolean} edited
 * @property {Asking | null} asking
 * @property {string} kind
 * @property {string | null} opened
 * @property {Map<string, Offer[]>} offers
 * @property {{ from: string } | null} route
 * @property {Set<string>} starts
 * @property {Map<string, Route>} routes
 * @property {Alternative[]} kept
 * @property {boolean} careful
 */

export const menu = readMenu(dataOf("menu"));
export const words = menu.words;
export const spaces = new Map(menu.spaces.map((space) => [space.label, space]));

/** @type {State} */
export const state = {
  steps: [],
  earlier: [],
  edited: false,
  asking: null,
  kind: "",
  opened: null,
  offers: new Map(),
  route: null,
  starts: new Set(),
  routes: new Map(),
  kept: [],
  careful: false,
};

/** @param {number} number */
export const isWide = (number) => Boolean(menu.wide[menu.choices[number].piece ?? -1]);
/**
 * A choice in words: a piece of several spaces is seen where it lies.
 * @param {number} number
 */
export const says = (number) => (isWide(number) ? kindSays(menu.choices[number].kind) : menu.choices[number].says);
/** @param {string} id */
export const kindSays = (id) => menu.kinds.find((each) => each.id === id)?.says ?? "";
/** @param {{ places: string[] }} choice */
export const isOnBoard = (choice) => choice.places.some((place) => spaces.has(place));

export function listOffers() {
  state.offers = new Map([["", []]]);
  menu.choices.forEach((choice, number) => {
    const offer = { number, choice, hindrance: hindranceOf(menu, number, state.steps) };
    const places = choice.places.filter((place) => spaces.has(place));
    for (const place of places.length ? places : [""]) {
      if (!state.offers.has(place)) state.offers.set(place, []);
      state.offers.get(place)?.push(offer);
    }
  });
}

export function listRoutes() {
  const { route } = state;
  state.starts = route ? routeStarts(menu, state.steps) : new Set();
  state.routes = route?.from ? routesFrom(menu, state.steps, route.from) : new Map();
}

/**
 * The choices at a space, of the kind that is marked.
 * @param {string} place
 */
export const offersAt = (place) =>
  (state.offers.get(place) ?? []).filter((offer) => !state.kind || offer.choice.kind === state.kind);

/** @param {Offer} offer */
export const isPossible = (offer) => !offer.hindrance.why;
/** @param {Offer} offer */
export const isPossibleLater = (offer) => ["after", "order"].includes(offer.hindrance.why);

/**
 * @param {number[]} used how much of each budget
 * @param {number} budget
 */
export const usedOfLimit = (used, budget) =>
  fill(words.usedOf, { used: used[budget], limit: limitOf(menu, used, budget) });

/**
 * A new element each time, which fades after a while.
 * @param {string[]} sentences
 */
export function announce(sentences) {
  const said = sentences.filter(Boolean);
  byId("notice").replaceChildren(...(said.length ? [make("span", {}, ...spaced(said))] : []));
}
