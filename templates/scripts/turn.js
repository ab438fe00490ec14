// The turn that is composed: steps that may stay together, and its copy in the address of the page.
import { readAddress, writeAddress } from "./address.js";
import { showGhost } from "./board.js";
import { fill } from "./elements.js";
import { isKnown, settle } from "./menu.js";
import { announce, menu, says, state, words } from "./page.js";
import { editText, moveNow, wordField } from "./sending.js";

/** @import { KeptTurn } from "./address.js" */
/** @import { Step } from "./menu.js" */

/**
 * Keeps of these steps what may stay, and says what may not.
 * @param {Step[]} steps
 */
export function settleSteps(steps) {
  const { kept, dropped } = settle(menu, steps);
  const asked = state.asking && state.steps[state.asking.at];
  state.steps = kept;
  if (state.asking && kept[state.asking.at] !== asked) dropAsking();
  return dropped.map((each) => fill(words.alsoRemoved, { choice: says(each.choice) }));
}

/** A branch that is being written is given up. */
export function dropAsking() {
  state.asking = null;
  showGhost();
}

/** What `redo` puts back. */
export const snapshot = () => ({ steps: structuredClone(state.steps), text: state.edited ? moveNow() : null });

export function keep() {
  const said = wordField().value;
  const { steps, kept, careful } = state;
  const turn = { steps, said, text: state.edited ? moveNow() : null, kept, careful };
  const hash = steps.length || said || state.edited || kept.length ? writeAddress(menu.move, turn) : "#board";
  try {
    history.replaceState(null, "", hash);
  } catch {
    // a page without an address forgets its turn
  }
}

/** The turn in the address takes the place of the one here; one that is not of this page is left alone. */
export function restore() {
  const found = readAddress(menu.move, location.hash);
  if (!found) return;
  if ("steps" in found && stepsOf(found).every((each) => isKnown(menu, each))) {
    putBack(found);
    announce([words.restored]);
  } else if ("entry" in found && found.entry) {
    announce([fill(words.otherEntry, { entry: found.entry, number: menu.move.after })]);
  } else announce([words.otherPage]);
}

/** @param {KeptTurn} turn */
const stepsOf = ({ steps, kept }) => [...steps, ...kept.flatMap((each) => each.steps)];

/** @param {KeptTurn} turn */
function putBack({ steps, said, text, kept, careful }) {
  Object.assign(state, { kept, careful });
  if (state.steps.length) state.earlier.push(snapshot());
  settleSteps(steps);
  dropAsking();
  wordField().value = said;
  state.edited = text !== null;
  if (text !== null) editText(text);
}
