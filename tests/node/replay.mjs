// The numbers behind the replay page. Standard input, line by line: {turns, at}: the number of the turn, and where a step
// forth and one back lead; {ends, lowest, apart}: the heights moved apart; {path}: its points; {boxes, centres}: the box
// around the centres, and the first of the boxes that holds it. A line of output for each.
import { createInterface } from "node:readline";
import { pointsOf, spreadEnds } from "../../templates/scripts/curves.js";
import { boxAround, firstAround } from "../../templates/scripts/frames.js";
import { placeAfterStep, turnAt } from "../../templates/scripts/turns.js";

function answerTo({ turns, at, ends, lowest, apart, path, boxes, centres }) {
  if (turns) return [turnAt(turns, at), placeAfterStep(turns, at, 1), placeAfterStep(turns, at, -1)];
  if (ends) return spreadEnds(ends, lowest, apart);
  if (path) return pointsOf(path);
  const box = boxAround(centres);
  return [box, firstAround(boxes, box) ?? null];
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answerTo(JSON.parse(line)))}\n`);
}
