// Elements of the page, and of its drawings, made of text alone.

/** @typedef {Node | string | null | undefined} Child */
/** @typedef {Record<string, string | number | boolean | undefined>} Facts attributes: true is one without a value */

/**
 * The element of this id. Throws an Error when the page has none of that kind.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} kind
 */
export function elementOf(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${kind.name} with the id ${id}.`);
  return found;
}

/** @param {string} id */
export const byId = (id) => elementOf(id, HTMLElement);
/** @param {string} id */
export const buttonById = (id) => elementOf(id, HTMLButtonElement);

/**
 * The data that the page holds for its script.
 * @param {string} id
 */
export const dataOf = (id) => JSON.parse(byId(id).textContent ?? "");

/**
 * The text with its names in braces filled in.
 * @param {string} text
 * @param {Record<string, string | number>} facts
 */
export const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (gap, name) => String(facts[name] ?? gap));

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Facts} facts
 * @param {Child[]} children
 */
export const make = (tag, facts = {}, ...children) => dress(document.createElement(tag), facts, children);

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Facts} facts
 * @param {Child[]} children
 */
export const draw = (tag, facts = {}, ...children) =>
  dress(document.createElementNS("http://www.w3.org/2000/svg", tag), facts, children);

/**
 * @template {Element} T
 * @param {T} element
 * @param {Facts} facts
 * @param {Child[]} children
 */
function dress(element, facts, children) {
  for (const [name, value] of Object.entries(facts)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/**
 * @param {string} text
 * @param {() => void} onClick
 * @param {Facts} facts
 */
export function button(text, onClick, facts = {}) {
  const found = make("button", { type: "button", ...facts }, text);
  found.addEventListener("click", onClick);
  return found;
}

/**
 * A sentence as nodes: what is to be typed, in back quotes, stands out.
 * @param {string} text
 */
export const withCode = (text) => text.split(/`([^`]*)`/).map((part, at) => (at % 2 ? make("b", {}, part) : part));

const RULE = /\b([A-Z]+-[0-9]+(?:\.[0-9]+)+)\b/;

/**
 * A text as nodes: the number of a rule leads to the page about it, if the page of the script knows where these are.
 * @param {string} text
 */
export function withLinks(text) {
  const { rules, numbers = "" } = document.body.dataset;
  const known = numbers.split(" ");
  const link = (/** @type {string} */ part) => make("a", { href: `${rules}/${part}.html` }, part);
  return text.split(RULE).map((part) => (rules && known.includes(part) ? link(part) : part));
}

/** @param {string[]} rules */
export const tags = (rules) => rules.map((number) => make("span", { class: "rule" }, ...withLinks(number)));

/**
 * @param {string | number} value
 * @param {string} text
 */
export const option = (value, text, selected = false) => make("option", { value, selected }, text);

/** @param {Child[]} parts */
export const row = (...parts) => make("li", {}, ...parts);

/**
 * A list of rows; null without any.
 * @param {string} kind
 * @param {Node[]} found
 */
export const rows = (kind, found) => (found.length ? make("ul", { class: kind }, ...found) : null);

/**
 * @param {string} kind
 * @param {Facts} facts
 */
export const hex = (kind, facts = {}) => draw("use", { href: "#hex", class: kind, ...facts });

/**
 * @param {(Node | string)[]} parts
 * @returns {(Node | string)[]}
 */
export const spaced = (parts) => parts.flatMap((part, at) => (at ? [" ", part] : [part]));

/**
 * A text in which short words with a hyphen stay on one line.
 * @param {string} text
 */
export const wholeWords = (text) =>
  text
    .split(/(\p{L}+(?:-\p{L}+)+)/u)
    .map((part, at) => (at % 2 && part.length < 25 ? make("span", { class: "whole" }, part) : part));
