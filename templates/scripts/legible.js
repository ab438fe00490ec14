// Names inside the hexes of a board are shown while the hexes are so large that the names can be read.
const HEX = 120; // the width of a hex in a drawing
const READABLE = 90; // and in pixels, from which on names are shown

/** @param {Element} picture */
export function showLegibleNames(picture) {
  const drawing = picture.querySelector("svg");
  if (!drawing) return;
  const watch = new ResizeObserver(() => {
    const pixels = drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width;
    drawing.classList.toggle("near", pixels * HEX >= READABLE);
  });
  watch.observe(drawing);
}
