// How a board is looked at: whole or larger, with the names of its places or with the labels of all spaces.
import { button, make } from "./elements.js";
import { makeToolbar } from "./toolbar.js";

/**
 * Switches in front of a picture, which is a window that scrolls.
 * @param {HTMLElement} picture
 * @param {Record<string, string>} words the words of the page, by name
 */
export function laySwitches(picture, words) {
  const sizes = [words.fit, words.larger, words.largest].map((text, size) =>
    button(text, () => zoomTo(size), { "aria-pressed": String(size === 0) }),
  );
  const names = button(words.names, () => showNames(names.getAttribute("aria-pressed") !== "true"), {
    "aria-pressed": "true",
  });
  const group = make("div", { class: "switches", "aria-label": words.view }, ...sizes);
  if (picture.querySelector(".name")) group.append(names);
  makeToolbar(group);
  picture.before(group);

  /** @param {number} size */
  function zoomTo(size) {
    const centre = centreOf(picture);
    picture.dataset.zoom = String(size);
    sizes.forEach((each, at) => {
      each.setAttribute("aria-pressed", String(at === size));
    });
    scrollTo(picture, centre);
  }

  /** @param {boolean} isShown */
  function showNames(isShown) {
    picture.classList.toggle("coded", !isShown);
    names.setAttribute("aria-pressed", String(isShown));
  }
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
