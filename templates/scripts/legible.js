// What is written on a board can be read: names inside the hexes only where these are large, on small ones larger figures.
export const HEX = 120; // the width of a hex in a drawing
const READABLE = 84; // and in pixels, from which on names inside are shown
const ALL_READABLE = 104; // and the longest of them
const FAR = 35; // and below which only what carries a value is written
const FIGURE = 28; // the height of the figures of marks in a drawing
const LEAST = 9.5; // the height of what is written, in pixels

/** @param {Element} picture */
export function showLegibleNames(picture) {
  const drawing = picture.querySelector("svg");
  if (!drawing) return;
  const watch = new ResizeObserver(() => fitText(drawing));
  watch.observe(drawing);
}

/** @param {SVGSVGElement} drawing */
export function fitText(drawing) {
  const pixels = drawing.getScreenCTM()?.a ?? 1; // of one unit of the drawing
  const isFar = pixels * HEX < FAR;
  drawing.classList.toggle("near", pixels * HEX >= READABLE);
  drawing.classList.toggle("nearest", pixels * HEX >= ALL_READABLE);
  drawing.classList.toggle("far", isFar);
  drawing.style.setProperty("--least", `${LEAST / pixels}px`);
  drawing.style.setProperty("--written", isFar ? "none" : "inline");
  drawing.style.setProperty("--grow", String(Math.max(1, LEAST / (FIGURE * pixels))));
}
