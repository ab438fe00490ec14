// The shortest ways for what is built from site to site, of the choices of a menu. It knows no page.
import { choiceOf, hindranceOf, stepOf } from "./menu.js";

/** @import { Step } from "./menu.js" */
/** @import { Menu } from "./read_menu.js" */
/** @typedef {{ numbers: number[], worth: number }} Route choices to be taken one after another, and what they bring */
/** @typedef {Route & { at: number, open: number[] }} End a route, the site of its last piece, and what that leads to */

/** @param {number[]} numbers */
export const sumOf = (numbers) => numbers.reduce((all, each) => all + each, 0);

/**
 * The site of each space, by its label.
 * @param {Menu} menu
 * @returns {Map<string, number>}
 */
const sitesByLabel = (menu) =>
  new Map(menu.sites.flatMap((labels, site) => labels.map((label) => /** @type {[string, number]} */ ([label, site]))));

/**
 * The labels of the spaces where a route may start after these steps.
 * @param {Menu} menu
 * @param {Step[]} steps
 */
export function routeStarts(menu, steps) {
  const sites = sitesByLabel(menu);
  const ends = steps.flatMap((each) => choiceOf(menu, each).places).map((place) => sites.get(place) ?? -1);
  const possible = [...menu.choices.keys()].filter((number) => isNext(menu, number, steps));
  const used = new Set(possible.flatMap((number) => menu.choices[number].joins));
  return new Set([...menu.starts, ...ends].filter((site) => used.has(site)).flatMap((site) => menu.sites[site]));
}

/**
 * The routes from a space, by the labels of the spaces that they lead to: each with as few pieces as can be; of two
 * with as many the one that brings more.
 * @param {Menu} menu
 * @param {Step[]} steps those that were taken before
 * @param {string} start
 * @returns {Map<string, Route>}
 */
export function routesFrom(menu, steps, start) {
  const sites = sitesByLabel(menu);
  const from = sites.get(start) ?? -1;
  const laying = numbersBySite(menu, sites);
  /** @type {Map<number, Route>} */
  const found = new Map();
  const seen = new Set();
  /** @type {End} */
  const nothing = { numbers: [], worth: 0, at: from, open: [...laying.keys()] };
  let ends = extensions(menu, steps, nothing, laying, seen);
  while (ends.length) {
    ends.sort((one, other) => other.worth - one.worth);
    for (const end of ends) for (const site of goalsOf(menu, end)) if (!found.has(site)) found.set(site, end);
    ends = ends.flatMap((end) => extensions(menu, steps, end, laying, seen));
  }
  found.delete(from);
  return new Map([...found].flatMap(([site, route]) => menu.sites[site].map((label) => [label, route])));
}

/**
 * Which choices put a connecting piece on each site.
 * @param {Menu} menu
 * @param {Map<string, number>} sites
 */
function numbersBySite(menu, sites) {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  menu.choices.forEach(({ joins, places }, number) => {
    const site = joins.length ? sites.get(places[0]) : undefined;
    if (site !== undefined) found.set(site, [...(found.get(site) ?? []), number]);
  });
  return found;
}

/**
 * What a route leads to: the space of its last piece, and a place next to it.
 * @param {Menu} menu
 * @param {End} end
 */
const goalsOf = (menu, { at, open }) => [at, ...open.filter((site) => menu.goals.includes(site))];

/**
 * The same route with one piece more that was not in any other before.
 * @param {Menu} menu
 * @param {Step[]} steps
 * @param {End} end
 * @param {Map<number, number[]>} laying
 * @param {Set<number>} seen
 * @returns {End[]}
 */
function extensions(menu, steps, { numbers, worth, at, open }, laying, seen) {
  const before = [...steps, ...numbers.map(stepOf)];
  const near = open.flatMap((site) => (laying.get(site) ?? []).map((number) => ({ site, number })));
  const next = near.filter(({ number }) => !seen.has(number) && menu.choices[number].joins.includes(at));
  return next.flatMap(({ site, number }) => {
    if (hindranceOf(menu, number, before).why) return [];
    seen.add(number);
    const { joins, worth: more } = menu.choices[number];
    const beyond = joins.filter((each) => each !== at);
    return [{ numbers: [...numbers, number], worth: worth + sumOf(more), at: site, open: beyond }];
  });
}

/**
 * @param {Menu} menu
 * @param {number} number
 * @param {Step[]} steps
 */
const isNext = (menu, number, steps) => menu.choices[number].joins.length > 0 && !hindranceOf(menu, number, steps).why;
