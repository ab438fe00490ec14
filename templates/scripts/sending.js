// The text of the move: written from the turn or by hand, copied, saved, or put into a mail.
import { allAlternatives, ordersText } from "./alternatives.js";
import { envelopeOf, moveIn, repairAnswer, wholeAnswer } from "./answer.js";
import { buttonById, byId, elementOf, fill, make } from "./elements.js";
import { isUnsure, moveText } from "./menu.js";
import { announce, menu, state, words } from "./page.js";

const LONGEST = 1500; // characters of a link that all mail programs take
// What a move file may not hold: control, invisible and direction-turning characters.
const UNSEEN = new RegExp(
  "[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f" +
    "\\ud800-\\udfff\\ufeff\\ufff9-\\ufffb\\ufffe\\uffff\\u{e0000}-\\u{e007f}]+",
  "gu",
);

const envelope = envelopeOf(menu.reply);
const fileName = `${menu.move.game}-${menu.ahead ? "orders" : menu.move.after}-${menu.move.seat}.yaml`;
let shownText = ""; // what the field had when it was painted last

const textField = () => elementOf("text", HTMLTextAreaElement);
export const wordField = () => elementOf("say", HTMLInputElement);
/** The move as it would be sent now, without the lines around it. */
export const moveNow = () => moveIn(envelope, textField().value);
const isNothing = () => !state.edited && (menu.ahead ? !allAlternatives(state).length : isIdle());
const isIdle = () => !state.steps.length && menu.idle.length > 0;

function textOfTurn() {
  if (menu.ahead) return ordersText(menu, allAlternatives(state));
  return moveText(menu, state.steps, wordField().value.replace(UNSEEN, " ").trim());
}

export function paintText() {
  const field = textField();
  if (!state.edited) field.value = wholeAnswer(envelope, textOfTurn());
  shownText = field.value;
  field.rows = Math.min(16, field.value.split("\n").length + 1);
  byId("edited").hidden = !state.edited;
  const mark = markOfText();
  byId("mark").textContent = words[mark];
  byId("mark").className = `mark ${mark}`;
  for (const id of ["copy", "download"]) buttonById(id).disabled = isNothing();
  paintMail();
}

function markOfText() {
  if (state.edited) return "edited";
  if (isNothing()) return "empty";
  return isUnsure(menu, state.steps) ? "checked" : "tried";
}

function paintMail() {
  if (!menu.reply) return;
  const part = (/** @type {string} */ value) => encodeURIComponent(value.replace(/\r?\n/g, "\r\n"));
  const to = part(menu.reply.to).replace(/%40/g, "@");
  const link = `mailto:${to}?subject=${part(menu.reply.subject)}&body=${part(textField().value)}`;
  const isLong = link.length > LONGEST;
  byId("mail").hidden = isLong || isNothing();
  byId("long").hidden = !isLong;
  if (byId("mail").hidden) byId("mail").removeAttribute("href");
  else byId("mail").setAttribute("href", link);
}

/** @param {string} move */
export function editText(move) {
  state.edited = true;
  textField().value = wholeAnswer(envelope, move);
}

/** What was typed stays; the lines around the move come back when they were touched. */
export function readText() {
  const field = textField();
  const at = field.value.length - field.selectionEnd;
  state.edited = true;
  const whole = repairAnswer(envelope, shownText, field.value);
  if (whole !== field.value) {
    field.value = whole;
    field.setSelectionRange(whole.length - at, whole.length - at);
  }
}

export async function copyText() {
  try {
    await navigator.clipboard.writeText(textField().value);
    announce([words.copied, menu.reply ? words.answerHint : words.sendHint]);
  } catch {
    const isCopied = copyByMarking();
    announce(isCopied ? [words.copied, menu.reply ? words.answerHint : words.sendHint] : [words.notCopied]);
  }
}

/** Where a page has no clipboard: marks a text and lets the browser copy what is marked. Whether it does. */
function copyByMarking() {
  const field = make("textarea", { class: "unseen", "aria-hidden": "true" });
  field.value = textField().value;
  document.body.append(field);
  field.select();
  let isCopied = false;
  try {
    isCopied = document.execCommand("copy");
  } finally {
    field.remove();
  }
  if (isCopied) byId("copy").focus();
  else textField().select();
  return isCopied;
}

export function saveText() {
  const address = URL.createObjectURL(new Blob([moveNow()], { type: "application/yaml" }));
  make("a", { href: address, download: fileName }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
  announce([fill(words.downloaded, { name: fileName })]);
}
