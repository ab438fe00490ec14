// The menu as the page packs it (see referee/report/composer.py), and which of its choices may be taken together.
"use strict";
function readMenu(text) {
  const menu = JSON.parse(text);
  menu.lists = menu.lists.map((list) => list.flatMap((part, at) => // [n]: so many go on from the number before
    (Array.isArray(part) ? Array.from({ length: part[0] }, (_, more) => list[at - 1] + more + 1) : [part])));
  menu.choices = menu.choices.map((row) => { // what has its default value is null, or missing at the end
    const there = menu.fields.map((name, at) => [name, row[at]]).filter(([, value]) => value !== null && value !== undefined);
    const choice = Object.fromEntries(there);
    for (const name of ["bars", "unless", "uses", "gains"]) if (name in choice) choice[name] = menu.lists[choice[name]];
    if (choice.after) choice.after = choice.after.map((list) => menu.lists[list]);
    for (const name of ["bars", "unless"]) choice[name] = new Set(choice[name]);
    return choice;
  });
  return menu;
}

const listOf = (value) => value || [];

function choosingFrom(menu) {
  // A step is a choice taken: { choice, branches: [{ names, answer }], otherwise }; the numbers are places in the menu.
  const choiceOf = (number) => menu.choices[number];
  const step = (choice) => ({ choice, branches: [], otherwise: null });
  const has = (steps, number) => steps.some((each) => each.choice === number);

  const used = (steps) => menu.budgets.map((_, at) => steps.reduce((sum, each) => sum + (listOf(choiceOf(each.choice).uses)[at] || 0), 0));
  const within = (sums, allowance) => sums.every((sum, at) => sum <= allowance.limits[at]);
  const ways = (sums) => menu.allowances.filter((each) => within(sums, each));
  const fits = (sums) => !menu.allowances.length || ways(sums).length > 0;

  // Why a choice cannot be taken now, or "" when it can: [reason, numbers that explain it].
  function hindrance(number, steps) {
    const choice = choiceOf(number);
    if (!choice.many && has(steps, number)) return ["taken", []];
    const barring = steps.filter((each) => choice.bars.has(each.choice) || choiceOf(each.choice).bars.has(number));
    const early = steps.filter((each) => choice.unless.has(each.choice));
    if (barring.length || early.length) return ["bars", [...barring, ...early].map((each) => each.choice)];
    const missing = listOf(choice.after).filter((group) => !group.some((each) => has(steps, each)));
    if (!fits(used([...steps, step(number)]))) return ["budget", []];
    if (missing.length) return ["after", missing];
    const last = steps[steps.length - 1];
    if (last && choiceOf(last.choice).shows && last.otherwise === null) return ["order", []];
    return ["", []];
  }

  // The steps that may stay, one after another, and those that may not.
  function settled(steps) {
    const kept = [], dropped = [];
    for (const each of steps) (hindrance(each.choice, kept)[0] ? dropped : kept).push(each);
    return { kept, dropped };
  }

  return { choiceOf, step, used, ways, hindrance, settled };
}
