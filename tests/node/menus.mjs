// The choices of a menu as pages offer and write them. Standard input, line by line: {packed}: a menu as a page packs it;
// {offered: steps}: the numbers of the choices that can be taken next; {written: steps}: the move; {starts: steps} and
// {routes: steps, from}: where routes start, and those from there; {amounts: steps, kind}: for each thing of the kind and
// each number of it the choice that the page takes; {choices: []}: all choices. A line of output for each.
import { createInterface } from "node:readline";
import { amountChoice, amountOffers, hindranceOf, moveText, takenAmounts } from "../../templates/scripts/menu.js";
import { readMenu } from "../../templates/scripts/read_menu.js";
import { routeStarts, routesFrom } from "../../templates/scripts/routes.js";

let menu = null;

function amountsOf(steps, id) {
  const kind = menu.kinds.find((each) => each.id === id);
  const offers = amountOffers(menu, id, steps);
  const now = takenAmounts(menu, kind, steps);
  const numbers = [...Array(20).keys()];
  return kind.amounts.map((_, at) => numbers.map((value) => amountChoice(menu, offers, now, at, value) ?? null));
}

const inOrder = (numbers) => [...numbers].sort((one, other) => one - other);
const withLists = (choice) => ({ ...choice, bars: inOrder(choice.bars), unless: [...choice.unless] });

function answerTo({ packed, offered, written, starts, routes, from, amounts, kind, choices }) {
  if (choices) return menu.choices.map(withLists);
  if (offered) return [...menu.choices.keys()].filter((number) => !hindranceOf(menu, number, offered).why);
  if (written) return moveText(menu, written);
  if (starts) return [...routeStarts(menu, starts)];
  if (routes) return Object.fromEntries([...routesFrom(menu, routes, from)].map(([to, { numbers }]) => [to, numbers]));
  if (amounts) return amountsOf(amounts, kind);
  menu = readMenu(packed);
  return null;
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answerTo(JSON.parse(line)))}\n`);
}
