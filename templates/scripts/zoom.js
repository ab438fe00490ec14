// Where a board that was enlarged is looked at: its middle stays in the middle.

/** @param {HTMLElement} picture a window that scrolls, beside the switch of its size */
export function keepCentre(picture) {
  let centre = [0.5, 0.5];
  picture.addEventListener("scroll", () => {
    centre = centreOf(picture);
  });
  picture.parentElement?.addEventListener("change", ({ target }) => {
    if (target instanceof Element && target.id === "larger") scrollTo(picture, centre);
  });
}

/**
 * The middle of what is seen, in parts of the whole.
 * @param {Element} picture
 */
const centreOf = (picture) => [
  (picture.scrollLeft + picture.clientWidth / 2) / picture.scrollWidth,
  (picture.scrollTop + picture.clientHeight / 2) / picture.scrollHeight,
];

/**
 * @param {Element} picture
 * @param {number[]} centre
 */
function scrollTo(picture, [x, y]) {
  picture.scrollLeft = x * picture.scrollWidth - picture.clientWidth / 2;
  picture.scrollTop = y * picture.scrollHeight - picture.clientHeight / 2;
}
