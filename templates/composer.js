// The composer. It knows no rules: it offers, draws and writes what stands in the menu (see referee/menu.py).
// It uses the functions of elements.js, menu.js, answer.js and address.js, which run before it.
"use strict";
(() => {
  const menu = readMenu(byId("menu").textContent);
  const words = menu.words;
  const envelope = answerTo(menu.reply), address = addressOf(menu);
  const board = document.querySelector("#stage .picture svg");
  const spaces = new Map(menu.spaces.map((space) => [space.label, space]));
  const MANY = 12; // choices of one kind in one place
  const unfolded = new Set();
  const LINK = 1500; // letters of a link that all mail programs take

  const cross = (on, choice) => button("×", on, { class: "plain gone", "aria-label": fill(words.removeThis, { choice }) });

  function announce(sentences) {
    byId("notice").replaceChildren(...spaced(sentences.filter(Boolean)));
    for (const fading of byId("notice").getAnimations()) fading.currentTime = 0; // on a phone it fades after a while
  }

  // --- what may be taken -------------------------------------------------------------------------------------------

  const { choiceOf, step, used, ways, hindrance, settled } = choosingFrom(menu);
  let turn = []; // steps, see menu.js
  let edited = false;

  const says = (number) => choiceOf(number).says;
  const reveals = (each) => Boolean(choiceOf(each.choice).shows);
  const onBoard = (choice) => choice.places.some((place) => spaces.has(place));

  const guessed = (each, at) => choiceOf(each.choice).sure === false || (at + 1 < turn.length && reveals(each));
  const unsure = () => inOrder().some(guessed);
  const unbegun = () => !edited && !turn.length && menu.idle.length > 0;
  const rank = (each) => choiceOf(each.choice).rank || 0;
  const inOrder = () => [...turn].sort((one, other) => rank(one) - rank(other));

  function take(number) {
    turn = [...turn, step(number)];
    earlier = [];
    const choice = choiceOf(number), beside = opened === null;
    close(!choice.shows);
    changed([fill(words.added, { choice: choice.says }), choice.sure === false ? `(${words.checked})` : ""]);
    if (choice.shows) focusOrder(turn.length - 1);
    else if (beside) focusBeside(number);
  }

  // The choices beside the board are made anew: the same one again, or else their heading.
  function focusBeside(number) {
    const again = byId("beside").querySelector(`[data-choice="${number}"]`) || byId("beside").querySelector("h3");
    (again || byId("turn-heading")).focus({ preventScroll: true });
  }

  function remove(at) {
    const gone = turn[at];
    const { kept, dropped } = settled(turn.filter((_, each) => each !== at));
    earlier.push(snapshot());
    turn = kept;
    asking = null;
    changed([fill(words.removed, { choice: choiceOf(gone.choice).says }), ...fallen(dropped)]);
    focusStep(Math.min(at, turn.length) - 1);
  }

  const fallen = (dropped) => dropped.map((each) => fill(words.alsoRemoved, { choice: choiceOf(each.choice).says }));
  const undo = () => turn.length && remove(turn.length - 1);

  // Turns from which something was removed since the last choice: the last of them is put back first.
  let earlier = [];
  const snapshot = () => ({ steps: structuredClone(turn), text: edited ? move() : null });

  function redo() {
    if (!earlier.length) return;
    const { steps, text } = earlier.pop(), before = turn.map((each) => each.choice);
    turn = steps;
    asking = null;
    if (text !== null && !edited) edit(text);
    const back = turn.filter((each) => !before.includes(each.choice));
    changed(back.map((each) => fill(words.added, { choice: says(each.choice) })));
    focusStep(turn.length - 1);
  }

  function reset() {
    earlier.push(snapshot());
    turn = [];
    asking = null;
    edited = false;
    close(false);
    changed([words.cleared]);
    byId("turn-heading").focus();
  }

  // --- the board ---------------------------------------------------------------------------------------------------

  let shownKind = "";
  let here = ""; // the space that Tab reaches
  let opened = null; // the space whose choices are shown
  const spots = new Map();
  const pieces = draw("g", { "aria-hidden": "true", class: "pieces" });
  const ghost = draw("g", { "aria-hidden": "true", class: "ghost" });

  // Every choice with what hinders it, by the space at which it is offered; "" is beside the board.
  let offers = new Map();

  function sorted() {
    offers = new Map([["", []]]);
    menu.choices.forEach((choice, number) => {
      const offer = { number, choice, hindrance: hindrance(number, turn) };
      const places = choice.places.filter((place) => spaces.has(place));
      for (const place of places.length ? places : [""]) {
        if (!offers.has(place)) offers.set(place, []);
        offers.get(place).push(offer);
      }
    });
  }

  const offered = (place) => (offers.get(place) || []).filter((offer) => !shownKind || offer.choice.kind === shownKind);
  const waits = (offer) => offer.hindrance[0] === "after" || offer.hindrance[0] === "order";

  function standing(place) {
    if (asking) {
      const count = answersFor(asking.names).filter((each) => menu.answers[each].place === place).length;
      return { state: count ? "now" : "none", count, text: words.answerOn };
    }
    const all = offered(place);
    const now = all.filter((offer) => !offer.hindrance[0]).length;
    if (now) return { state: "now", count: now, text: words.spotNow };
    const later = all.filter(waits).length;
    return { state: later ? "later" : "none", count: later, text: later ? words.spotLater : words.spotNone };
  }

  function layBoard() {
    if (!board) return; // a game without one
    board.setAttribute("role", "group");
    const layer = draw("g", { class: "spots", role: "group", "aria-label": words.spots });
    for (const space of menu.spaces) {
      const spot = draw("g", { class: "spot", role: "button", tabindex: "-1", transform: `translate(${space.x} ${space.y})` });
      spot.dataset.place = space.label;
      spots.set(space.label, spot);
      layer.append(spot);
    }
    layer.addEventListener("click", (event) => open(event.target.closest(".spot").dataset.place));
    layer.addEventListener("keydown", pressed);
    // Not on the layer: what listens for focus in a drawing is a stop for Tab itself.
    byId("stage").addEventListener("focusin", ({ target }) => target.matches(".spot") && goTo(target.dataset.place, false));
    board.querySelector(".letters").before(pieces, ghost);
    board.append(layer);
  }

  function paintBoard() {
    for (const [place, spot] of spots) paintSpot(place, spot);
    pieces.replaceChildren(...turn.flatMap((each) => drawn(choiceOf(each.choice), true)));
    if (board && !spots.has(here)) here = firstSpot();
    for (const [place, spot] of spots) spot.setAttribute("tabindex", place === here ? "0" : "-1");
  }

  function paintSpot(place, spot) {
    const { state, count, text } = standing(place);
    const mine = turn.filter((each) => choiceOf(each.choice).places.includes(place));
    const own = mine.map((each) => fill(words.spotTaken, { choice: says(each.choice) }));
    const named = spaces.get(place).words ? text : text.replace(/, ?\{words\}/, "");
    const label = [fill(named, { place, words: spaces.get(place).words, count }), ...own].join(" ");
    if (spot.getAttribute("aria-label") === label) return;
    spot.setAttribute("class", `spot ${state}${place === opened ? " open" : ""}`);
    spot.setAttribute("aria-label", label);
    spot.replaceChildren(hex("hit", { transform: "scale(.92)" }), ...badge(state, count, spaces.get(place).badge));
  }

  function markOpen(place) {
    if (opened !== null) spots.get(opened).classList.remove("open");
    opened = place;
    if (opened !== null) spots.get(opened).classList.add("open");
  }

  // Told by shape: a full disc with the number of choices, a small empty ring, or nothing.
  function badge(state, count, [cx, cy]) {
    if (state === "none") return [];
    if (state === "later") return [draw("circle", { class: "dot", cx, cy, r: 7 })];
    const disc = draw("circle", { class: "disc", cx, cy, r: 15 });
    return [disc, draw("text", { class: "count", x: cx, y: cy + 6, "text-anchor": "middle" }, count)];
  }

  // The pieces of a choice, one on each space that it covers; the second token on a space stands beside the first.
  function drawn(choice, ringed) {
    if (choice.piece === undefined) return [];
    const covered = choice.places.slice(0, choice.covers || 1).filter((place) => spaces.has(place));
    return covered.map((place) => drawnOn(spaces.get(place), choice, ringed));
  }

  function drawnOn(space, choice, ringed) {
    const [x, y] = menu.tokens[choice.piece] ? space.token : [0, 0];
    const group = draw("g", { transform: `translate(${space.x} ${space.y})` });
    const piece = draw("use", { href: `#piece${choice.piece}`, x, y });
    group.append(piece);
    if (ringed) group.append(...["halo", "ring"].map((kind) => hex(kind, { transform: "scale(.93)" })));
    group.append(draw("text", { class: "spotname", x: -32, y: 44 }, space.label));
    return group;
  }

  const hasState = (place, state) => spots.get(place).getAttribute("class").split(" ").includes(state);
  const firstOf = (state) => [...spots.keys()].find((place) => hasState(place, state));
  const firstSpot = () => firstOf("now") || firstOf("later") || menu.spaces[0].label;

  function goTo(place, moving = true) {
    if (!place) return;
    spots.get(here).setAttribute("tabindex", "-1");
    here = place;
    spots.get(here).setAttribute("tabindex", "0");
    if (moving) spots.get(here).focus();
  }

  // The nearest space in a direction. Right and left go up and down by turns, and so keep to a row.
  function neighbour(dx, dy) {
    const from = spaces.get(here);
    const column = Math.round(from.x / 90);
    let best = null, least = Infinity;
    for (const space of menu.spaces) {
      const x = space.x - from.x, y = space.y - from.y;
      const ahead = x * dx + y * dy, aside = x * dy + y * dx;
      if (ahead <= 0 || Math.abs(aside) > ahead) continue;
      const lean = dx && Math.sign(y) === (column % 2 ? 1 : -1) ? 1 : 0;
      const cost = ahead * ahead + aside * aside + lean;
      if (cost < least) [best, least] = [space.label, cost];
    }
    return best;
  }

  function nextMarked(by) {
    const marked = [...spots.keys()].filter((place) => hasState(place, "now") || place === here);
    return marked[(marked.indexOf(here) + by + marked.length) % marked.length];
  }

  function pressed(event) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in ways) goTo(neighbour(...ways[event.key]));
    else if (event.key === "PageDown" || event.key === "PageUp") goTo(nextMarked(event.key === "PageDown" ? 1 : -1));
    else if (event.key === "Enter" || event.key === " ") open(here);
    else return;
    event.preventDefault();
  }

  const haunt = (choice) => ghost.replaceChildren(...(choice ? drawn(choice, false) : []));

  // --- which kinds are marked --------------------------------------------------------------------------------------

  function layKinds() {
    const kinds = menu.kinds.filter((kind) => menu.choices.some((choice) => choice.kind === kind.id && onBoard(choice)));
    if (kinds.length < 2) return;
    const all = [{ id: "", says: words.all }, ...kinds];
    byId("shown").replaceChildren(...all.map((kind) => button(kind.says, () => showKind(kind.id), { "data-kind": kind.id })));
    byId("shown").hidden = false;
  }

  const showKind = (kind) => { shownKind = kind; refresh(); };
  function paintKinds() {
    if (!board) return;
    for (const each of byId("shown").children) each.setAttribute("aria-pressed", String(each.dataset.kind === shownKind));
  }

  // --- the choices at a space --------------------------------------------------------------------------------------

  function open(place) {
    markOpen(place);
    goTo(place, false);
    byId("choices").hidden = false;
    paintChoices();
    const first = byId("choices-list").querySelector("button") || byId("choices-close");
    first.focus({ preventScroll: true });
    byId("choices").scrollIntoView({ block: "nearest" });
    uncover(place);
  }

  // On a phone the choices lie over the board: not over their own space.
  function uncover(place) {
    if (getComputedStyle(byId("choices")).position !== "fixed") return;
    const hidden = spots.get(place).getBoundingClientRect().bottom - (window.innerHeight - byId("choices").offsetHeight);
    if (hidden > 0) window.scrollBy(0, hidden + 12);
  }

  function close(back = true) {
    const place = opened;
    markOpen(null);
    byId("choices").hidden = true;
    haunt(null);
    if (place && back) spots.get(place).focus({ preventScroll: true });
  }

  function paintChoices() {
    if (opened === null) return;
    byId("choices-heading").textContent = fill(words.choicesAt, { place: opened });
    byId("choices-words").textContent = spaces.get(opened).words;
    byId("choices-list").replaceChildren(...(asking ? answersAt(opened) : listed(opened)));
  }

  // All kinds at a place: what may be done, what may be done later, and why the rest may not.
  function listed(place) {
    const parts = menu.kinds.flatMap((kind) => {
      const found = offered(place).filter((offer) => offer.choice.kind === kind.id);
      const refused = menu.refusals.filter((each) => each.kind === kind.id && concerns(each, place, found));
      return found.length || refused.length ? [section(kind, found, refused)] : [];
    });
    return parts.length || !place ? parts : [make("p", { class: "note" }, words.nothing)];
  }

  // A refusal without places is told where a choice of its kind could be: on every space, or beside the board.
  function concerns(refusal, place, found) {
    if (refusal.places.length) return refusal.places.includes(place);
    return !found.length && hasSpaces(refusal.kind) === (place !== "");
  }

  const hasSpaces = (kind) => [...menu.choices, ...menu.refusals].some((each) => each.kind === kind && onBoard(each));

  function section(kind, found, refused) {
    const now = found.filter((offer) => !offer.hindrance[0]);
    const taken = found.filter((offer) => offer.hindrance[0] === "taken");
    const later = found.filter(waits);
    const not = found.filter((offer) => ["bars", "budget"].includes(offer.hindrance[0]));
    const had = taken.map((offer) => make("li", { class: "had" }, `${offer.choice.says} (${words.inTurn})`));
    const whyNot = refused.map((each) => row(each.says, " ", ...spaced(tags(each.rules))));
    const alone = (some) => !now.length && some.length < 5; // then nobody need unfold them
    const some = rows("offers", now.map(offerButton));
    const head = make("h4", {}, kind.says);
    const shown = now.length > MANY ? [unfolding(kind.id, head, now.length, some)] : [head, some];
    return make("section", { class: "kind" }, ...shown.filter(Boolean), rows("offers", had), folded(words.laterHere, later, alone(later)), folded(words.notNow, not, alone(not)), rows("why", whyNot));
  }

  // Many of one kind are opened when they are wanted, and stay open: nobody need pass them all.
  function unfolding(kind, head, count, list) {
    const found = make("details", { class: "many", open: unfolded.has(kind) }, make("summary", {}, head, ` (${count})`), list);
    found.addEventListener("toggle", () => (found.open ? unfolded.add(kind) : unfolded.delete(kind)));
    return found;
  }

  function offerButton({ number, choice }) {
    const found = button("", () => take(number), { class: "offer", "data-choice": number });
    found.append(...icon(choice), make("span", {}, choice.says, choice.sure === false ? make("small", {}, words.checked) : ""));
    for (const name of ["focus", "mouseenter"]) found.addEventListener(name, () => haunt(choice));
    for (const name of ["blur", "mouseleave"]) found.addEventListener(name, () => haunt(null));
    return row(found);
  }

  function icon(choice) {
    if (choice.piece === undefined) return [];
    const facts = { class: "icon", viewBox: "-64 -56 128 112", "aria-hidden": "true", "font-family": "sans-serif" };
    return [draw("svg", facts, hex("base"), draw("use", { href: `#piece${choice.piece}` }))];
  }

  function folded(text, found, openly) {
    if (!found.length) return null;
    const reasons = new Map(); // one of them mostly holds for many
    for (const offer of found) reasons.set(reason(offer), [...(reasons.get(reason(offer)) || []), offer.choice.says]);
    const told = [...reasons].map(([why, all]) => row(all.join("; "), make("small", {}, why)));
    return make("details", { open: openly }, make("summary", {}, fill(text, { count: found.length })), rows("why", told));
  }

  function reason({ number, hindrance: [why, facts] }) {
    if (why === "after") return fill(words.after, { after: joined(words.and, facts.map(oneOf)) });
    if (why === "order") return words.order;
    if (why === "bars") return fill(words.bars, { by: facts.map(says).join("; ") });
    return overspent(number);
  }

  const joined = (words, parts) => parts.reduce((after, by) => fill(words, { after, by }));

  function oneOf(group) {
    const named = [...new Set(group.map(says))]; // two ways to do it may read alike
    const two = joined(words.or, named.slice(0, 2));
    return named.length > 2 ? fill(words.more, { after: two, count: named.length - 2 }) : two;
  }

  // Which budgets a choice would pass in every way that is still open; when none alone, which ways there are.
  function overspent(number) {
    const sums = used([...turn, step(number)]), before = used(turn), open = ways(before);
    const isPassed = (at) => menu.budgets[at].says && !open.some((way) => sums[at] <= way.limits[at]);
    const passed = menu.budgets.map((_, at) => at).filter(isPassed);
    if (!passed.length) return fill(words.spent, { by: open.map((way) => way.says).join("; ") });
    const figures = passed.map((at) => `${menu.budgets[at].says} ${figure(before, at)}`);
    const rules = passed.flatMap((at) => listOf(menu.budgets[at].rules)).map((rule) => `[${rule}]`);
    return fill(words.budget, { by: [figures.join(", "), ...rules].join(" ") });
  }

  const most = (at, sums) => Math.max(0, ...ways(sums).map((way) => way.limits[at]));
  const figure = (sums, at) => fill(words.usedOf, { used: sums[at], limit: most(at, sums) });

  function paintBeside() {
    const parts = listed("");
    byId("beside").replaceChildren(...(parts.length ? [make("h3", { tabindex: "-1" }, board ? words.beside : words.choices), ...parts] : []));
    byId("beside").prepend(...menu.advice.map((each) => make("p", { class: "note advice" }, each)));
  }

  // --- the turn ----------------------------------------------------------------------------------------------------

  function paintTurn() {
    byId("steps").replaceChildren(...turn.map(stepRow));
    byId("steps-empty").hidden = byId("begins").hidden = turn.length > 0;
    byId("undo").disabled = byId("reset").disabled = !turn.length;
    byId("redo").disabled = !earlier.length;
    const sums = used(turn), open = ways(sums);
    const few = menu.budgets.filter((budget) => budget.says).length < 4; // of many only those that the turn uses
    const budgets = menu.budgets.map((budget, at) => ({ budget, at })).filter(({ budget, at }) => budget.says && (sums[at] || few));
    byId("budgets").replaceChildren(...budgets.map(({ budget, at }) => pair(budget, figure(sums, at), sums[at] >= most(at, sums))));
    byId("gauges").replaceChildren(...menu.gauges.map((gauge, at) => pair(gauge, moved(gauge, at), false)));
    byId("gauges").hidden = !menu.gauges.length;
    const told = open.map((way) => make("dd", {}, way.says, " ", ...spaced(tags(way.rules))));
    if (menu.allowances.length > 1) byId("budgets").append(make("div", { class: "ways" }, make("dt", {}, words.ways), ...told));
    byId("budgets").hidden = !byId("budgets").children.length;
  }

  function pair(each, value, full) {
    const figures = make("dd", {}, make("b", {}, value), " ", ...spaced(tags(each.rules)));
    return make("div", { class: full ? "full" : "" }, make("dt", {}, each.says), figures);
  }

  function moved(gauge, at) {
    if (!turn.length) return String(gauge.now);
    const gain = (choice) => listOf(choice.gains)[at] || 0;
    const parts = turn.map((each) => choiceOf(each.choice)).filter((choice) => gain(choice) || onBoard(choice));
    const sum = parts.reduce((all, choice) => all + gain(choice), 0);
    const adds = parts.length < 2 || (gauge.exact && !parts.some((choice) => choice.rough && gain(choice)));
    const after = adds ? gauge.now + sum : fill(words.about, { number: gauge.now + sum });
    return `${gauge.now} → ${after} (${sum > 0 ? "+" : sum < 0 ? "−" : "±"}${Math.abs(sum)})`;
  }

  function stepRow(each, at) {
    const choice = choiceOf(each.choice);
    const note = choice.sure === false ? make("small", {}, words.checked) : null;
    const gone = cross(() => remove(at), choice.says);
    const line = make("div", { class: "step" }, ...icon(choice), make("span", {}, choice.says, note), gone);
    return row(line, choice.shows ? orderOf(each, at) : null);
  }

  function focusStep(at) {
    const rows = byId("steps").querySelectorAll(":scope > li .gone");
    (rows[Math.max(at, 0)] || byId("turn-heading")).focus();
  }

  function focusOrder(at) {
    byId("steps").children[at].querySelector(".order > button:not(:disabled), .order select").focus();
  }

  // --- orders: what to do with what is shown -----------------------------------------------------------------------

  let asking = null; // the branch that is being written: { at, names, answer }

  const secretOf = (each) => new Map(Object.entries(menu.shown)).get(choiceOf(each.choice).shows);

  // Answers that fit all the names marked.
  function answersFor(names) {
    if (!asking || !names.length) return [];
    const sets = names.map((each) => secretOf(turn[asking.at]).what[each].answers);
    return sets[0].filter((answer) => sets.every((set) => set.includes(answer)));
  }

  function orderOf(each, at) {
    const secret = secretOf(each);
    const branches = each.branches.map((branch, number) => {
      const told = branchWords(secret, branch);
      return row(told, " ", cross(() => removeBranch(at, number), told));
    });
    const adding = button(words.addBranch, () => ask(at), { disabled: !openNames(each, secret).length });
    return make("div", { class: "order" }, make("h4", {}, words.orderFor), rows("branches", branches),
      asking && asking.at === at ? branchForm(each, secret) : adding, make("label", {}, words.else, " ", elseOf(each, at, secret)),
      each.otherwise === null ? make("p", { class: "note" }, words.orderHint) : null);
  }

  function branchWords(secret, { names, answer }) {
    return fill(words.branch, { names: names.map((name) => secret.what[name].says).join(", "), answer: menu.answers[answer].says });
  }

  // What has no answer yet, and may have one.
  function openNames(each, secret) {
    const answered = each.branches.flatMap((branch) => branch.names);
    return secret.what.map((_, name) => name).filter((name) => secret.what[name].answers.length && !answered.includes(name));
  }

  function elseOf(each, at, secret) {
    const options = secret.anything.map((answer) => option(answer, menu.answers[answer].says, each.otherwise === answer));
    const found = make("select", {}, option("", words.noElse), ...options);
    found.addEventListener("change", () => {
      each.otherwise = found.value === "" ? null : Number(found.value);
      const { kept, dropped } = settled(turn);
      turn = kept;
      changed([fill(words.otherwise, { answer: found.selectedOptions[0].textContent }), ...fallen(dropped)]);
      byId("steps").children[at].querySelector("label > select").focus();
    });
    return found;
  }

  function ask(at) {
    asking = { at, names: [], answer: null };
    close(false);
    refresh();
    byId("steps").querySelector(".branch input").focus();
  }

  function branchForm(each, secret) {
    const boxes = openNames(each, secret).map((name) => {
      const box = make("input", { type: "checkbox", value: name });
      box.checked = asking.names.includes(name);
      box.addEventListener("change", () => {
        asking.names = [...form.querySelectorAll("input:checked")].map((found) => Number(found.value));
        if (!answersFor(asking.names).includes(asking.answer)) asking.answer = null;
        fillAnswers();
        paintBoard();
      });
      return make("label", { class: "name" }, box, secret.what[name].says);
    });
    const choose = make("select", { id: "answer" });
    choose.addEventListener("change", () => answer(choose.value === "" ? null : Number(choose.value)));
    const cancel = button(words.cancel, () => stopAsking(), { class: "plain" });
    const form = make("fieldset", { class: "branch" }, make("legend", {}, words.ifShown), make("div", { class: "names" }, ...boxes),
      make("label", {}, words.then, " ", choose),
      make("p", { class: "buttons" }, button(words.addThis, addBranch, { id: "add-branch" }), cancel));
    return form;
  }

  function fillAnswers() {
    const choose = byId("answer");
    if (!asking || !choose) return;
    const fitting = answersFor(asking.names);
    const options = fitting.map((each) => option(each, menu.answers[each].says, each === asking.answer));
    choose.replaceChildren(option("", asking.names.length ? words.pick : words.pickName), ...options);
    choose.disabled = !fitting.length;
    byId("add-branch").disabled = asking.answer === null;
    ghost.replaceChildren(...(asking.answer === null ? [] : drawn(shape(menu.answers[asking.answer]), false)));
  }

  const shape = (found) => ({ places: [found.place], piece: found.piece === null ? undefined : found.piece });

  function answer(number) {
    asking.answer = number;
    if (opened !== null) close(false);
    fillAnswers();
    (number === null ? byId("answer") : byId("add-branch")).focus();
  }

  function answersAt(place) {
    const found = answersFor(asking.names).filter((each) => menu.answers[each].place === place);
    if (!found.length) return [make("p", { class: "note" }, asking.names.length ? words.nothing : words.pickName)];
    const offer = (each) => row(button(menu.answers[each].says, () => answer(each), { class: "offer" }));
    return [rows("offers", found.map(offer))];
  }

  function addBranch() {
    const { at, names, answer } = asking;
    turn[at].branches.push({ names, answer });
    stopAsking([branchWords(secretOf(turn[at]), { names, answer })]);
  }

  function stopAsking(sentences = []) {
    const { at } = asking;
    asking = null;
    haunt(null);
    changed(sentences);
    focusOrder(at);
  }

  function removeBranch(at, number) {
    turn[at].branches.splice(number, 1);
    asking = null;
    changed([fill(words.removed, { choice: words.orderFor })]);
    focusOrder(at);
  }

  // --- the text of the move ----------------------------------------------------------------------------------------

  // What a move file may not hold: control, invisible and direction-turning characters.
  const UNSEEN = new RegExp("[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f"
    + "\\ud800-\\udfff\\ufeff\\ufff9-\\ufffb\\ufffe\\uffff\\u{e0000}-\\u{e007f}]+", "gu");
  const spoken = () => byId("say").value.replace(UNSEEN, " ").trim();

  function written(each) {
    if (!each.branches.length && each.otherwise === null) return choiceOf(each.choice).writes;
    const secret = secretOf(each);
    const branches = each.branches.map(({ names, answer }) => {
      const ids = names.map((name) => secret.what[name].name);
      return `{if: ${ids.length > 1 ? `[${ids.join(", ")}]` : ids[0]}, ${menu.answers[answer].when}}`;
    });
    if (each.otherwise !== null) branches.push(menu.answers[each.otherwise].otherwise);
    return secret.opens + branches.join(", ") + secret.closes;
  }

  function text() {
    const { game, after, head, seat } = menu.move;
    const part = (name) => inOrder().filter((each) => (choiceOf(each.choice).part || "actions") === name).map(written);
    const lines = [`game: ${game}`, `after: ${after}`, `head: "${head}"`, `seat: ${seat}`];
    const actions = part("actions"), word = spoken();
    if (actions.length) lines.push("actions:", ...actions.map((each) => `  - ${each}`));
    const market = part("market");
    if (market.length) lines.push(`market: {${market.join(", ")}}`);
    lines.push(...part("end"));
    if (word) lines.push(`say: ${JSON.stringify(word)}`);
    return lines.join("\n") + "\n";
  }

  let shownText = ""; // what the field held when it was painted last

  function paintText() {
    if (!edited) byId("text").value = envelope.whole(text());
    shownText = byId("text").value;
    byId("text").rows = Math.min(16, byId("text").value.split("\n").length + 1);
    byId("edited").hidden = !edited;
    const mark = edited ? "edited" : unbegun() ? "empty" : unsure() ? "checked" : "tried";
    byId("mark").textContent = words[mark];
    byId("mark").className = `mark ${mark}`;
    for (const id of ["copy", "download"]) byId(id).disabled = unbegun();
    paintMail();
  }

  // --- sending -----------------------------------------------------------------------------------------------------

  const sent = () => byId("text").value;
  const move = () => envelope.move(sent());
  const named = () => `${menu.move.game}-${menu.move.after}-${menu.move.seat}.yaml`;

  function paintMail() {
    if (!menu.reply) return;
    const part = (value) => encodeURIComponent(value.replace(/\r?\n/g, "\r\n"));
    const link = `mailto:${part(menu.reply.to).replace(/%40/g, "@")}?subject=${part(menu.reply.subject)}&body=${part(sent())}`;
    const long = link.length > LINK;
    byId("mail").hidden = long || unbegun();
    byId("long").hidden = !long;
    if (byId("mail").hidden) byId("mail").removeAttribute("href");
    else byId("mail").setAttribute("href", link);
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(sent());
      announce([words.copied]);
    } catch {
      announce([copiedByMarking() ? words.copied : words.notCopied]);
    }
  }

  // Where a page has no clipboard: mark a text and let the browser copy what is marked.
  function copiedByMarking() {
    const field = make("textarea", { class: "unseen", "aria-hidden": "true" });
    field.value = sent();
    document.body.append(field);
    field.select();
    let done = false;
    try {
      done = document.execCommand("copy");
    } finally {
      field.remove();
    }
    if (done) byId("copy").focus();
    else byId("text").select();
    return done;
  }

  function download() {
    const address = URL.createObjectURL(new Blob([move()], { type: "application/yaml" }));
    make("a", { href: address, download: named() }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
    announce([fill(words.downloaded, { name: named() })]);
  }

  // --- kept in the address of the page -----------------------------------------------------------------------------

  function keep() {
    const said = byId("say").value;
    const hash = turn.length || said || edited ? address.write(turn, said, edited ? move() : null) : "#board";
    try {
      history.replaceState(null, "", hash);
    } catch {
      // a page without an address forgets its turn
    }
  }

  // The turn in the address takes the place of the one here; one that is not of this page is left alone.
  function restore() {
    const found = address.read(location.hash);
    if (!found) return;
    const known = found.steps && found.steps.every(isKnown);
    if (known) putBack(found);
    const other = found.entry ? fill(words.otherEntry, { entry: found.entry, number: menu.move.after }) : words.otherPage;
    announce([known ? words.restored : other]);
  }

  function putBack({ steps, said, text }) {
    if (turn.length) earlier.push(snapshot());
    turn = settled(steps).kept;
    asking = null;
    byId("say").value = said;
    edited = text !== null;
    if (edited) byId("text").value = envelope.whole(text);
  }

  const inside = (number, list) => Number.isInteger(number) && number >= 0 && number < list.length;

  function isKnown(each) {
    if (!inside(each.choice, menu.choices)) return false;
    const secret = secretOf(each);
    if (!secret) return !each.branches.length && each.otherwise === null;
    const fits = (name, answer) => inside(name, secret.what) && secret.what[name].answers.includes(answer);
    const right = each.branches.every(({ names, answer }) => names.length && names.every((name) => fits(name, answer)));
    return right && (each.otherwise === null || secret.anything.includes(each.otherwise));
  }

  // --- all together ------------------------------------------------------------------------------------------------

  function refresh() {
    sorted();
    paintKinds();
    paintBoard();
    paintChoices();
    paintBeside();
    paintTurn();
    fillAnswers();
    paintText();
  }

  function changed(sentences) {
    refresh();
    keep();
    announce(sentences);
  }

  const commands = { z: undo, Z: redo, y: redo };
  const commandOf = (event) => (event.ctrlKey || event.metaKey) && !event.altKey
    && !event.target.matches("input[type=text], textarea") && commands[event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase()];

  function edit(text) {
    edited = true;
    byId("text").value = envelope.whole(text);
  }

  // What was typed stays; the lines around the move come back when they were touched.
  function typed() {
    const field = byId("text"), before = shownText, at = field.value.length - field.selectionEnd;
    edited = true;
    const whole = envelope.repaired(before, field.value);
    if (whole !== field.value) {
      field.value = whole;
      field.setSelectionRange(whole.length - at, whole.length - at);
    }
    paintText();
    keep();
  }

  function rewrite() {
    edited = false;
    paintText();
    keep();
    byId("text").focus();
  }

  function keys(event) {
    const command = commandOf(event);
    if (event.key === "Escape" && opened !== null) close();
    else if (event.key === "Escape" && asking) stopAsking();
    else if (command) {
      event.preventDefault();
      command();
    }
  }

  // Links within the page move the reader, and leave the turn in the address.
  function follow(event) {
    const link = event.target.closest("a[href^='#']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    byId(link.hash.slice(1)).scrollIntoView();
    byId(link.hash.slice(1)).focus({ preventScroll: true });
  }

  function begin() {
    layBoard();
    layKinds();
    byId("copy").textContent = menu.reply ? words.copyAnswer : words.copy;
    byId("turn-heading").tabIndex = -1;
    const clicks = { undo, redo, reset, copy, download, rewrite, "choices-close": () => close() };
    for (const [id, done] of Object.entries(clicks)) byId(id).addEventListener("click", done);
    byId("say").addEventListener("input", () => { paintText(); keep(); });
    byId("text").addEventListener("input", typed);
    document.addEventListener("keydown", keys);
    document.addEventListener("click", follow);
    document.documentElement.classList.add("composing");
    for (const id of ["composer", "compose", ...(board ? ["hint"] : [])]) byId(id).hidden = false;
    byId("begins").append(...menu.begins.map((each) => make("p", { class: "note" }, each)));
    byId("begins").append(...menu.idle.map((each) => make("p", { class: "note" }, each.says, " ", ...spaced(tags(each.rules)))));
    restore();
    refresh();
    window.addEventListener("hashchange", () => {
      restore();
      refresh();
      keep();
    });
  }

  begin();
})();
