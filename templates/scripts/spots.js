// Names of spaces in the story: pointed at or focused, they light up their hex on the board.
import { byId, draw, elementOf } from "./elements.js";
import { film } from "./film.js";

/** @param {EventTarget | null} target */
export const spotOf = (target) => (target instanceof Element ? target.closest(".spot") : null);

/** @param {Element | null} spot */
function light(spot) {
  const cell = film.cells[Number(spot?.getAttribute("data-cell") ?? -1)];
  const place = cell && { x: cell[0], y: cell[1] };
  const rings = cell ? ["around", "lit"].map((kind) => draw("use", { href: "#hex", class: kind, ...place })) : [];
  elementOf("lights", SVGElement).replaceChildren(...rings);
}

/** What is focused stays lit while nothing else is pointed at. */
export function lightSpots() {
  const story = byId("turns");
  story.addEventListener("pointerover", (event) => light(spotOf(event.target) ?? spotOf(document.activeElement)));
  story.addEventListener("pointerleave", () => light(spotOf(document.activeElement)));
  story.addEventListener("focusin", (event) => light(spotOf(event.target)));
  story.addEventListener("focusout", () => light(null));
}

/**
 * The names in a line of the story can be reached by the keyboard while it is the current one: else there were too many.
 * @param {Element} line
 * @param {boolean} isReached
 */
export function reachSpots(line, isReached) {
  for (const each of line.querySelectorAll(".spot")) {
    if (isReached) each.setAttribute("tabindex", "0");
    else each.removeAttribute("tabindex");
  }
}
