// Playing: a turn after another, until the end or until somebody does something else.
import { byId, elementOf } from "./elements.js";
import { film } from "./film.js";
import { isAtEnd, jumpToTurn, stepTurn } from "./show.js";

const PLAY = "M8 5L18 12L8 19Z";
const STOP = "M7 5H10V19H7ZM14 5H17V19H14Z";
let timer = 0; // 0: it does not play

export function stop() {
  clearTimeout(timer);
  timer = 0;
  paintPlay();
}

export function playOrStop() {
  if (timer) return stop();
  if (isAtEnd()) jumpToTurn(0);
  wait();
  paintPlay();
}

function wait() {
  timer = setTimeout(playNext, Number(elementOf("speed", HTMLSelectElement).value));
}

function playNext() {
  timer = 0;
  if (!isAtEnd()) stepTurn(1);
  if (isAtEnd()) stop();
  else wait();
}

function paintPlay() {
  const play = byId("play");
  play.setAttribute("aria-pressed", String(Boolean(timer)));
  for (const name of ["aria-label", "title"]) play.setAttribute(name, film.words[timer ? "stop" : "play"]);
  play.querySelector("path")?.setAttribute("d", timer ? STOP : PLAY);
  byId("spoken").setAttribute("aria-live", timer ? "off" : "polite");
}
