// Small boards of the turns that mattered, drawn when they come into view.
import { drawBoard } from "./cells.js";
import { boards } from "./film.js";

export function drawThumbnails() {
  const watch = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watch.unobserve(target);
      target.append(...drawBoard(boards[0][Number(target.closest("li")?.dataset.at)]));
    }
  });
  for (const each of document.querySelectorAll(".thumbnail")) watch.observe(each);
}
