// The picture of what a choice puts on the board.
import { draw, hex } from "./elements.js";
import { menu } from "./page.js";

const BOXES = { wide: "-156 -162 312 324", token: "-30 -26 60 52", other: "-64 -56 128 112" };

/** @param {{ piece: number | null }} choice */
export function iconOf({ piece }) {
  if (piece === null) return [];
  const shape = menu.wide[piece] ? "wide" : menu.tokens[piece] ? "token" : "other";
  const facts = { class: "icon", viewBox: BOXES[shape], "aria-hidden": "true", "font-family": "sans-serif" };
  return [draw("svg", facts, shape === "other" ? hex("base") : null, draw("use", { href: `#piece${piece}` }))];
}
