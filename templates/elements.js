// Elements of the page, and of its drawings, made of text alone.
"use strict";
const byId = (id) => document.getElementById(id);
const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (whole, name) => (name in facts ? facts[name] : whole));
const make = (tag, facts = {}, ...children) => dressed(document.createElement(tag), facts, children);
const draw = (tag, facts = {}, ...children) => dressed(document.createElementNS("http://www.w3.org/2000/svg", tag), facts, children);

function dressed(element, facts, children) {
  for (const [name, value] of Object.entries(facts)) {
    if (name === "on") element.addEventListener("click", value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const tags = (rules) => (rules || []).map((number) => make("span", { class: "rule" }, number));
const button = (text, on, facts = {}) => make("button", { type: "button", on, ...facts }, text);
const option = (value, text, selected = false) => make("option", { value, selected }, text);
const row = (...parts) => make("li", {}, ...parts);
const rows = (kind, found) => (found.length ? make("ul", { class: kind }, ...found) : null);
const hex = (kind, facts = {}) => draw("use", { href: "#hex", class: kind, ...facts });
const spaced = (parts) => parts.flatMap((part, at) => (at ? [" ", part] : [part]));
