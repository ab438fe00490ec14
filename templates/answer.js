// An answer by mail: the move between the lines that the referee looks for. Only what is between them is edited.
"use strict";
const answerTo = (reply) => {
  const { opens, closes } = reply || { opens: "", closes: "" };
  const whole = (move) => (reply ? `${opens}${move.trimEnd()}\n${closes}` : move);
  const isWhole = (text) => !reply || (text.startsWith(opens) && text.endsWith(`\n${closes}`));
  const move = (text) => (isWhole(text) ? text.slice(opens.length, text.length - closes.length) : text);

  // What an edit makes of a whole answer: what it does to the lines around the move is undone.
  function repaired(before, after) {
    if (isWhole(after)) return after;
    const shorter = Math.min(before.length, after.length), end = before.length - closes.length;
    let from = 0, same = 0;
    while (from < shorter && before[from] === after[from]) from += 1;
    while (same < shorter - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
    const until = before.length - same;
    if ((from < opens.length && until <= opens.length) || from > end) return before;
    const part = (start, stop) => before.slice(Math.max(start, opens.length), Math.min(stop, end));
    return whole(part(0, from) + after.slice(from, after.length - same) + part(until, before.length));
  }

  return { whole, move, repaired };
};
