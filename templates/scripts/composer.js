// The composer: its keys, links and fields, and how it begins.
import { acts, askRoute, keepMove, redo, refresh, reset, setCareful, stopAsking, undo } from "./acts.js";
import { board, focusBoard, layBoard } from "./board.js";
import { closeChoices, turnChoice } from "./choices.js";
import { showWhole } from "./closer.js";
import { byId, elementOf, make, withCode } from "./elements.js";
import { showLegibleNames } from "./legible.js";
import { listOffers, menu, state, words } from "./page.js";
import { copyText, paintText, readText, saveText } from "./sending.js";
import { laySlots } from "./slots.js";
import { keep, restore } from "./turn.js";

function restoreAndRefresh() {
  restore();
  refresh();
  keep();
}

/** @type {Record<string, () => void>} */
const COMMANDS = { z: undo, Z: redo, y: redo, Enter: copyText };

/** @param {EventTarget | null} target */
const isWriting = (target) => target instanceof Element && target.matches("input[type=text], textarea");

/** @param {KeyboardEvent} event */
function commandOf(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  if (isWriting(event.target) && event.key !== "Enter") return undefined;
  const key = event.key.length > 1 ? event.key : event.key.toLowerCase();
  return COMMANDS[event.shiftKey ? key.toUpperCase() : key];
}

/** @param {KeyboardEvent} event */
const isTurning = (event) =>
  event.key.toLowerCase() === "r" &&
  state.opened !== null &&
  !isWriting(event.target) &&
  !event.ctrlKey &&
  !event.metaKey;

/** @param {KeyboardEvent} event */
function pressCommand(event) {
  const command = commandOf(event);
  if (event.key === "Escape" && state.opened !== null) closeChoices();
  else if (event.key === "Escape" && showWhole(board)) return;
  else if (event.key === "Escape" && state.asking) stopAsking();
  else if (event.key === "Escape" && state.route) askRoute("");
  else if (isTurning(event)) turnChoice(event.shiftKey ? -1 : 1);
  else if (command) {
    event.preventDefault();
    command();
  }
}

/**
 * Links within the page move the reader, and leave the turn in the address. The one to the board leads to a space.
 * @param {MouseEvent} event
 */
function follow(event) {
  const link = event.target instanceof Element && event.target.closest("a[href^='#']");
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  byId(link.hash.slice(1)).scrollIntoView();
  if (board && link.hash === "#board") focusBoard();
  else byId(link.hash.slice(1)).focus({ preventScroll: true });
}

function showText() {
  paintText();
  keep();
}

function rewrite() {
  state.edited = false;
  showText();
  byId("text").focus();
}

function listenToOrders() {
  const careful = elementOf("careful", HTMLInputElement);
  careful.addEventListener("change", () => setCareful(careful.checked));
  byId("keep").addEventListener("click", keepMove);
}

function listen() {
  const clicks = { undo, redo, reset, copy: copyText, download: saveText, rewrite };
  for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener("click", act);
  byId("choices-close").addEventListener("click", () => closeChoices());
  byId("say").addEventListener("input", showText);
  byId("text").addEventListener("input", () => {
    readText();
    showText();
  });
  document.addEventListener("keydown", pressCommand);
  document.addEventListener("click", follow);
}

/** What the player has in front of them comes next to the board. It is printed there, too. */
function moveOwnTray() {
  const own = document.getElementById("own");
  if (own) byId("send").before(own);
}

/**
 * What is said of a turn without steps; on the board, nobody has to be told what to type.
 * @param {string} says
 */
const noteOf = (says) =>
  board && (says.includes("`") || menu.wide.some(Boolean)) ? [] : [make("p", { class: "note" }, ...withCode(says))];

function begin() {
  layBoard(acts);
  listOffers();
  if (board) laySlots(acts);
  byId("copy").textContent = menu.reply ? words.copyAnswer : words.copy;
  byId("turn-heading").tabIndex = -1;
  moveOwnTray();
  listen();
  if (menu.ahead) listenToOrders();
  document.documentElement.classList.add("composing");
  byId("composer").hidden = false;
  byId("begins").append(...[...menu.begins, ...menu.idle.map(({ says }) => says)].flatMap(noteOf));
  byId("advice").append(...menu.advice.map((each) => make("p", { class: "note" }, ...withCode(each))));
  for (const picture of document.querySelectorAll(".picture")) showLegibleNames(picture);
  restore();
  refresh();
  window.addEventListener("hashchange", restoreAndRefresh);
}

begin();
