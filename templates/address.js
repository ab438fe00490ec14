// A turn in the address of the page: `#turn=` and, as JSON, for what it was, its steps, words to all, the text if edited.
"use strict";
const addressOf = ({ move }) => {
  const pack = ({ choice, branches, otherwise }) => [choice, branches.map(({ names, answer }) => [names, answer]), otherwise];

  function unpack([choice, branches, otherwise]) {
    return { choice, branches: branches.map(([names, answer]) => ({ names, answer })), otherwise };
  }

  function write(turn, said, text) {
    const parts = [move.head, turn.map(pack), said, text, move.after, move.game];
    return `#turn=${encodeURIComponent(JSON.stringify(parts))}`;
  }

  // What an address holds: null where that is no turn, nothing where it is none of this page, `entry` if of another entry.
  function read(hash) {
    if (!hash.startsWith("#turn=")) return null;
    try {
      const [head, steps, said, text, entry, game] = JSON.parse(decodeURIComponent(hash.slice(6)));
      if (head !== move.head) return game === move.game && entry !== move.after ? { entry: Number(entry) } : {};
      return { steps: steps.map(unpack), said: String(said).slice(0, 1000), text: typeof text === "string" ? text : null };
    } catch {
      return {};
    }
  }

  return { write, read };
};
