// The choices of a menu as pages offer and write them. Standard input, line by line: {packed}: a menu as a page packs it;
// {offered: steps}: the numbers of the choices that can be taken next; {written: steps}: the move. A line of output for each.
import { createInterface } from "node:readline";
import { hindranceOf, moveText } from "../../templates/scripts/menu.js";
import { readMenu } from "../../templates/scripts/read_menu.js";

let menu = null;

function answerTo({ packed, offered, written }) {
  if (offered) return [...menu.choices.keys()].filter((number) => !hindranceOf(menu, number, offered).why);
  if (written) return moveText(menu, written);
  menu = readMenu(packed);
  return null;
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answerTo(JSON.parse(line)))}\n`);
}
