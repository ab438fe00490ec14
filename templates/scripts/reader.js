// A reader asks the referee about a game of the archive: the program itself, in a worker of this page.
import { buttonById, byId, dataOf, elementOf, fill, make, option, withLinks } from "./elements.js";

/** @typedef {Record<string, unknown>} Move */
/** @typedef {{good: boolean, says: string, picture?: string, move?: Move, file?: string}} Answer */
/** @typedef {Answer & {asks: boolean, title: string, last: number, entries: string[]}} Opened */
/** @typedef {{entry: number, text: string, moves: Move[]}} ReaderNote */

const { texts, folder, rules, language } = dataOf("facts");
const game = new URLSearchParams(location.hash.slice(1)).get("game") ?? "";
const isGame = /^[a-z0-9][a-z0-9-]{0,39}$/.test(game);
const logName = `${game}/log/log.yaml`;
const entry = elementOf("entry", HTMLSelectElement);
const action = elementOf("action", HTMLInputElement);
const move = elementOf("move", HTMLInputElement);
const text = elementOf("text", HTMLTextAreaElement);
const author = elementOf("by", HTMLInputElement);
const board = elementOf("board", HTMLImageElement);
/** @type {{move: Move, says: string}[]} */
let line = [];
/** @type {ReaderNote[]} */
const notes = [];
let last = 0;
let seed = 0;
let typed = 0; // the number of the last keystroke: an answer to an earlier one is out of date
let isJudging = false;

// The worker

/** @type {Worker | undefined} */
let worker;
let asked = 0;
/** @type {Map<number, {resolve: (answer: any) => void, reject: (why: Error) => void}>} */
const waiting = new Map();

/** The script of a worker is loaded as a blob: so the policy of this page holds for it, too. */
async function startWorker() {
  const script = await fetch(`${folder}/worker.js`);
  worker = new Worker(URL.createObjectURL(await script.blob()), { type: "module" });
  worker.addEventListener("message", ({ data }) => {
    const { resolve, reject } = waiting.get(data.number) ?? {};
    waiting.delete(data.number);
    if (data.failed) reject?.(new Error(data.failed));
    else resolve?.(data.answer);
  });
}

/**
 * @param {Record<string, unknown>} facts
 * @returns {Promise<any>}
 */
const send = (facts) =>
  new Promise((resolve, reject) => {
    asked += 1;
    waiting.set(asked, { resolve, reject });
    worker?.postMessage({ number: asked, ...facts });
  });

/**
 * @param {string} what
 * @param {Record<string, unknown>} facts
 * @returns {Promise<Answer>}
 */
const ask = (what, facts = {}) =>
  send({ question: { do: what, entry: Number(entry.value), moves: line.map((each) => each.move), ...facts } }).catch(
    (error) => ({ good: false, says: `${texts.failed} ${error.message}` }),
  );

// The start

async function start() {
  const status = byId("status");
  buttonById("start").disabled = true;
  status.textContent = texts.loading;
  try {
    const log = await fetch(logName);
    if (!log.ok) throw new Error(`${logName}: ${log.status}`);
    await startWorker();
    const place = new URL(`${folder}/`, location.href).href;
    const bytes = new Uint8Array(await log.arrayBuffer());
    showChecked(await send({ place, language, game, log: bytes }));
    void keepForLater();
  } catch (error) {
    status.textContent = `${texts.failed} ${error}`;
    buttonById("start").disabled = false;
  }
}

/** Keep all files, and the log, for a visit without a network. Without a secure address no browser does. */
async function keepForLater() {
  const service = navigator.serviceWorker;
  if (!service) return;
  const served = new Promise((resolve) => service.addEventListener("controllerchange", resolve, { once: true }));
  await service.register("offline.js");
  if (!service.controller) await served;
  await fetch(logName);
  byId("offline").hidden = false;
}

/** @param {Opened} opened */
function showChecked(opened) {
  byId("status").textContent = opened.says;
  byId("status").dataset.good = String(opened.good);
  byId("begin").hidden = true;
  if (!opened.asks) return;
  last = opened.last;
  if (rules[opened.title]) [document.body.dataset.rules, document.body.dataset.numbers] = rules[opened.title];
  const entries = opened.entries.map((says, number) => option(number, says));
  entry.append(...entries.slice(2), option(last + 1, texts.end));
  entry.value = String(last + 1);
  byId("desk").hidden = false;
  void showPosition();
}

// The position

async function showPosition() {
  byId("line").replaceChildren(...line.map((each) => make("li", {}, each.says)));
  buttonById("back").disabled = line.length === 0;
  buttonById("keep").disabled = Number(entry.value) > last;
  say("why", "");
  say("judged", "");
  const { good, says, picture } = await ask("show");
  byId("turn").textContent = says;
  board.hidden = !picture;
  if (good && picture) {
    URL.revokeObjectURL(board.src);
    board.src = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
    board.alt = says;
  }
}

/**
 * @param {string} place
 * @param {string} says
 */
function say(place, says, good = true) {
  byId(place).replaceChildren(...withLinks(says));
  byId(place).dataset.good = String(good);
}

async function listActions() {
  const { good, says } = await ask("list");
  say("why", says, good);
}

async function askWhy() {
  const { good, says } = await ask("why", { text: action.value });
  say("why", says, good);
}

// The line

/** Who types faster than the referee judges gets an answer to the newest words. */
async function judgeTyped() {
  typed += 1;
  if (isJudging) return;
  isJudging = true;
  for (let judged = 0; judged !== typed; ) {
    judged = typed;
    const written = move.value.trim();
    const { good, says } = written ? await ask("judge", { text: written }) : { good: true, says: "" };
    if (judged === typed) say("judged", good && says ? fill(texts.legal, { says }) : says, good);
  }
  isJudging = false;
}

/** @param {Promise<Answer>} answer */
async function play(answer) {
  const found = await answer;
  if (!found.good || !found.move) {
    say("judged", found.says, false);
    return;
  }
  typed += 1;
  line = [...line, { move: found.move, says: found.says }];
  move.value = "";
  await showPosition();
}

function suggestMove() {
  seed += 1;
  return play(ask("suggest", { seed }));
}

function takeBack() {
  line = line.slice(0, -1);
  return showPosition();
}

// The notes

function keepNote() {
  const note = { entry: Number(entry.value), text: text.value.trim(), moves: line.map((each) => each.move) };
  if (!note.text && !note.moves.length) return;
  notes.push(note);
  text.value = "";
  say("kept", fill(texts.kept, { number: notes.length }));
}

async function saveNotes() {
  const { good, says, file } = await ask("save", { by: author.value.trim(), notes });
  say("kept", says, good);
  if (!file) return;
  const address = URL.createObjectURL(new Blob([file], { type: "application/yaml" }));
  make("a", { href: address, download: `${game}-notes.yaml` }).click();
}

// The page

/**
 * @param {string} id
 * @param {() => unknown} does
 */
const onClick = (id, does) => buttonById(id).addEventListener("click", () => void does());

/**
 * @param {string} id
 * @param {() => unknown} does
 */
const onSubmit = (id, does) =>
  byId(id).addEventListener("submit", (event) => {
    event.preventDefault();
    void does();
  });

function layPage() {
  const served = location.protocol !== "file:";
  byId("disk").hidden = served;
  byId("nothing").hidden = !served || isGame;
  byId("begin").hidden = !served || !isGame;
  if (!isGame) return;
  byId("game").append(make("a", { href: `${game}/index.html` }, game));
  onClick("start", start);
  onClick("list", listActions);
  onSubmit("asking", askWhy);
  onSubmit("writing", () => play(ask("judge", { text: move.value })));
  move.addEventListener("input", judgeTyped);
  onClick("suggest", suggestMove);
  onClick("back", takeBack);
  onClick("keep", keepNote);
  onClick("save", saveNotes);
  entry.addEventListener("change", () => {
    line = [];
    void showPosition();
  });
}

layPage();
addEventListener("hashchange", () => location.reload());
