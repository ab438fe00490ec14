// What comes later than the reader is: it can be hidden, so that a game is followed as it was played.
import { buttonById, byId } from "./elements.js";
import { film, game, now } from "./film.js";

const futureButton = buttonById("future");

export const isFutureHidden = () => futureButton.getAttribute("aria-pressed") === "true";
/** @param {boolean} isHidden */
export const hideFuture = (isHidden) => futureButton.setAttribute("aria-pressed", String(isHidden));

/** How far the reader is in the game itself. */
export const placeInGame = () => (now.strand ? film.strands[now.strand].place - 1 : now.at);

export function paintFuture() {
  const isHidden = isFutureHidden();
  for (const each of document.querySelectorAll("[data-at]")) {
    if (each instanceof HTMLElement) each.hidden = isHidden && Number(each.dataset.at) > placeInGame();
  }
  const about = document.getElementById("notes");
  if (about) about.hidden = isHidden && placeInGame() < game.length - 1;
}

/** @param {() => void} repaint */
export function listenToFuture(repaint) {
  byId("future").addEventListener("click", () => {
    hideFuture(!isFutureHidden());
    repaint();
  });
}
