"use strict";
// Steps through a game that is packed in the page as data (see referee/report/reel.py). Texts go into the page as text.
// The only markup are the drawings of spaces, which the page's own templates made.
(() => {
  const film = JSON.parse(document.getElementById("facts").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const [NUMBER, AT, SEAT, GLYPH, NOTE, HEADLINE, , MILESTONES, CHANGES, SEEN] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const GONE = [-1, 0, 0, 0];
  const SLIM = 9; // letters that no cell of a short column has
  const WIDE = 5; // numbers of a change: the cell, then how it shows
  const find = (id) => document.getElementById(id);
  const game = film.strands[0].frames;
  const now = { strand: 0, at: 0, reader: film.reader };
  const done = { drawn: 0 }; // how many spaces were drawn so far

  function element(name, text, attributes = {}) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  function drawn(name, attributes) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  function filled(words, facts) {
    return film.words[words].replace(/\{(\w+)\}/g, (gap, name) => (name in facts ? facts[name] : gap));
  }

  function chip(seat) {
    const made = drawn("svg", { class: "chip", viewBox: "-62 -54 124 108", "aria-hidden": "true" });
    const number = film.seats[seat][0];
    made.append(drawn("use", { href: "#hex", class: "rim" }), drawn("use", { href: `#city${number}` }));
    made.append(drawn("use", { href: `#plate${number}`, transform: "scale(1.9)" }));
    return made;
  }

  // How each cell shows after each frame of each strand: worked out once, so that any frame can be jumped to.
  function boards(frames, before) {
    let board = before;
    return frames.map((frame) => {
      const changes = frame[CHANGES];
      if (changes.length) board = board.slice();
      for (let at = 0; at < changes.length; at += WIDE) board[changes[at]] = changes.slice(at + 1, at + WIDE);
      return board;
    });
  }
  const empty = film.cells.map(() => GONE);
  const first = boards(game, empty);
  const states = film.strands.map((strand, number) =>
    number ? boards(strand.frames, first[strand.instead - 1]) : first,
  );

  // A cell is drawn in one of three layers, so that what reaches over its neighbours lies above them.
  const layers = [find("layer0"), find("layer1"), find("layer2")];
  const cells = film.cells.map(([x, y]) => {
    const place = { transform: `translate(${x} ${y})` };
    const slots = layers.map((layer) => layer.appendChild(drawn("g", { ...place, class: "gone" })));
    const shore = find("shore").appendChild(drawn("use", { href: "#hex", x, y, class: "gone" }));
    const sides = find("sides").appendChild(drawn("path", place));
    const letters = find("letters").appendChild(drawn("g", place));
    return { slots, shore, sides, letters, shown: GONE };
  });

  const drawings = [];
  function drawing(look, label) {
    if (!drawings[look]) {
      const markup = film.looks[look].slice(2).map((bit) => film.bits[bit]).join("");
      const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml");
      const held = document.createDocumentFragment();
      held.append(...document.importNode(parsed.documentElement, true).childNodes);
      drawings[look] = held;
    }
    const copy = drawings[look].cloneNode(true);
    copy.querySelector("tspan").textContent = film.texts[label];
    return copy;
  }

  function draw(cell, [look, label, words, sides]) {
    done.drawn += 1;
    const layer = look < 0 ? -1 : film.looks[look][0];
    cell.slots.forEach((slot, number) => {
      slot.setAttribute("class", number === layer ? "" : "gone");
      slot.replaceChildren();
    });
    cell.shore.setAttribute("class", layer < 0 ? "gone" : "");
    if (cell.shown[3] !== sides) {
      cell.sides.setAttribute("d", film.sides.filter((_, side) => sides & (1 << side)).join(""));
    }
    cell.shown = [look, label, words, sides];
    cell.letters.replaceChildren();
    if (layer < 0) return;
    const title = drawn("title", {});
    title.textContent = [film.texts[label], film.texts[words]].filter(Boolean).join(": ");
    const made = drawing(look, label);
    cell.letters.append(made.querySelector(".lettering"));
    cell.slots[layer].append(title, made);
  }

  function drawBoard(board) {
    board.forEach((shape, at) => {
      const shown = cells[at].shown;
      if (shape !== shown && shape.some((part, number) => part !== shown[number])) draw(cells[at], shape);
    });
  }

  function sentence([says, seat, ...rules]) {
    const item = element("li");
    if (seat in film.seats) {
      item.className = "own";
      item.append(chip(seat), " ");
    }
    item.append(says);
    for (const rule of rules) item.append(" ", element("span", rule, { class: "rule" }));
    return item;
  }

  function table([head, note, ...rows]) {
    const [heading, ...columns] = film.heads[head];
    const made = element("table");
    made.append(element("caption", heading));
    const heads = made.createTHead().insertRow(), found = rows.map((each) => film.rows[each]);
    columns.forEach(([name, number], at) => {
      const short = at && found.every((row) => film.texts[row[at + 2]].length < SLIM);
      const kinds = [number && at ? "number" : "", short ? "short" : ""];
      heads.append(element("th", name, { scope: "col", class: kinds.join(" ").trim() }));
    });
    const body = made.createTBody();
    for (const row of found) body.append(line(row, columns));
    const parts = element("div", undefined, { class: "wide", tabindex: "0", role: "group", "aria-label": heading });
    parts.append(made);
    return note ? [parts, element("p", film.texts[note], { class: "note" })] : [parts];
  }

  function line([seat, strong, ...texts], columns) {
    const made = element("tr", undefined, strong ? { class: "strong" } : {});
    texts.forEach((text, at) => {
      const words = film.texts[text], number = columns[at][1];
      const cell = at
        ? element("td", "", { class: number ? "number" : words.length < SLIM ? "slim" : "" })
        : element("th", "", { scope: "row", class: number ? "" : "name" });
      if (!at && seat in film.seats) cell.append(chip(seat), " ");
      cell.append(words);
      made.append(cell);
    });
    return made;
  }

  function tellEntry(frame) {
    const [story, ...tables] = film.seen[frame[SEEN][now.reader]];
    find("number").textContent = filled("entry", { entry: frame[NUMBER] });
    find("at").textContent = frame[AT].replace("T", " ").replace(/:\d\dZ$/, " UTC");
    find("at").setAttribute("datetime", frame[AT]);
    find("lines").replaceChildren(...film.stories[story].map((each) => sentence(film.says[each])));
    find("note").hidden = !frame[NOTE] && !frame[GLYPH];
    find("glyph").textContent = frame[GLYPH];
    find("says").textContent = film.texts[frame[NOTE]];
    find("headline").textContent = film.texts[frame[HEADLINE]];
    find("tables").replaceChildren(...tables.flatMap((each) => table(film.tables[each])));
    fit();
  }

  // A table that is wider than its place has its heads of short columns upright.
  function fit() {
    const all = [...find("tables").querySelectorAll(".wide")];
    all.forEach((each) => each.classList.remove("tight"));
    all.filter((each) => each.scrollWidth > each.clientWidth).forEach((each) => each.classList.add("tight"));
  }

  function tellPlace(frames) {
    const strand = film.strands[now.strand];
    find("strand").hidden = !now.strand;
    document.body.classList.toggle("branching", now.strand > 0);
    const place = now.strand
      ? filled("move", { number: now.strand, move: now.at + 1, moves: frames.length })
      : filled("of", { entry: game[now.at][NUMBER], last: game[game.length - 1][NUMBER] });
    find("position").textContent = place;
    if (now.strand) {
      find("strand-name").textContent = filled("branch", { number: now.strand, entry: strand.instead });
      find("strand-says").textContent = strand.says;
    }
    const slider = find("slider");
    slider.max = frames.length - 1;
    slider.value = now.at;
    const who = film.seats[frames[now.at][SEAT]];
    slider.setAttribute("aria-valuetext", who ? `${place}: ${who[2]}` : place);
    find("first").disabled = !now.at;
    find("previous").disabled = !now.strand && !now.at;
    slider.disabled = frames.length < 2;
    find("next").disabled = find("last").disabled = now.at === frames.length - 1;
  }

  function tellBranches() {
    const here = now.strand ? [] : film.strands.map((strand, number) => [strand, number]);
    const open = here.filter(([strand]) => strand.instead && strand.instead === game[now.at][NUMBER] && !strand.refused);
    find("branches").replaceChildren(
      ...open.map(([, number]) => link(number, 0, filled("variation", { number }))),
    );
  }

  function tellWords() {
    if (!find("words").open) return;
    const told = [];
    const bare = [];
    for (const { shown } of cells) {
      if (shown[0] >= 0) (shown[2] ? told : bare).push(shown);
    }
    const items = told.map((shown) => spaceWords(film.texts[shown[1]], film.texts[shown[2]]));
    if (bare.length) items.push(spaceWords(film.words.empty, bare.map((shown) => film.texts[shown[1]]).join(", ")));
    find("in-words").replaceChildren(...items);
  }

  function spaceWords(label, words) {
    const item = element("li");
    item.append(element("b", label), ` ${words}`);
    return item;
  }

  // The chart is that of the game; in a variation the mark stays where it branches off.
  const chart = document.querySelector("#chart svg");
  const marker = chart && chart.appendChild(drawn("path", { class: "marker" }));
  const [left, right] = film.chart;
  function markChart() {
    if (!marker) return;
    const at = now.strand ? film.strands[now.strand].instead - 1 : now.at;
    const x = left + Math.floor(((right - left) * at) / Math.max(1, game.length - 1));
    marker.setAttribute("d", `M${x} 14V306`);
  }

  function markLinks() {
    for (const each of document.querySelectorAll("a[aria-current]")) each.removeAttribute("aria-current");
    const own = document.querySelectorAll(`a[data-place="${now.strand}/${now.at}"]`);
    for (const each of own) each.setAttribute("aria-current", "step");
  }

  // Where the board is larger than its window: show what is new on it.
  function scrollToNews() {
    const view = find("view");
    if (view.scrollWidth <= view.clientWidth && view.scrollHeight <= view.clientHeight) return;
    const there = film.cells.filter((_, at) => cells[at].shown[0] >= 0);
    const fresh = film.cells.filter((_, at) => cells[at].shown[0] >= 0 && film.looks[cells[at].shown[0]][1]);
    if (!fresh.length && done.looked) return;
    done.looked = true; // where the reader looks at first there is something, and then the view stays until there is news
    const box = view.querySelector("svg").viewBox.baseVal;
    const seen = fresh.length ? fresh : there;
    const middle = [0, 1].map((axis) => seen.reduce((sum, cell) => sum + cell[axis], 0) / seen.length);
    view.scrollLeft = ((middle[0] - box.x) / box.width) * view.scrollWidth - view.clientWidth / 2;
    view.scrollTop = ((middle[1] - box.y) / box.height) * view.scrollHeight - view.clientHeight / 2;
  }

  function show(strand, at, reader = now.reader) {
    const frames = film.strands[strand].frames;
    Object.assign(now, { strand, at: Math.max(0, Math.min(at, frames.length - 1)), reader });
    drawBoard(states[strand][now.at]);
    tellEntry(frames[now.at]);
    tellPlace(frames);
    tellBranches();
    tellWords();
    markChart();
    markLinks();
    scrollToNews();
    find("replay").dataset.drawn = done.drawn; // for who wants to know how much work it was
  }

  // Where we are, as the part of the address after #: entry, variation (line) and seat.
  function address(strand = now.strand, at = now.at, reader = now.reader) {
    const parts = [`entry=${film.strands[strand].frames[at][NUMBER]}`];
    if (strand) parts.push(`line=${strand}`);
    if (reader !== film.reader) parts.push(`seat=${encodeURIComponent(film.readers[reader])}`);
    return `#${parts.join("&")}`;
  }

  function remember() {
    history.replaceState(null, "", address());
  }

  function readAddress() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const line = Number(asked.get("line") || 0);
    const strand = film.strands[line] && film.strands[line].frames.length ? line : 0;
    const frames = film.strands[strand].frames;
    const wanted = frames.findIndex((frame) => String(frame[NUMBER]) === asked.get("entry"));
    const at = wanted >= 0 ? wanted : strand ? 0 : frames.length - 1;
    const reader = asked.has("seat") ? film.readers.indexOf(asked.get("seat")) : film.reader;
    show(strand, at, reader < 0 ? 0 : reader);
    if (find("seat")) find("seat").value = film.readers[now.reader];
  }

  function step(by) {
    const at = now.at + by;
    if (now.strand && at < 0) show(0, film.strands[now.strand].instead - 1);
    else show(now.strand, at);
    remember();
  }

  function jump(at) {
    show(now.strand, at);
    remember();
  }

  // Back to where the variation began. The button that was pressed is gone then: the focus goes to the way in again.
  function leave() {
    if (!now.strand) return;
    const left = now.strand, inside = find("strand").contains(document.activeElement);
    show(0, film.strands[left].instead);
    remember();
    if (inside) (document.querySelector(`#branches a[data-place="${left}/0"]`) || find("story")).focus();
  }

  function link(strand, at, text) {
    return element("a", text, { href: address(strand, at, film.reader), "data-place": `${strand}/${at}` });
  }

  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address says where in the game we are
    find("story").focus();
  });

  // Links keep the seat that is chosen, and are steps of the browser's history.
  document.addEventListener("click", (event) => {
    const place = event.target.closest && event.target.closest("a[data-place]");
    if (!place || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const [strand, at] = place.dataset.place.split("/").map(Number);
    const entering = place.closest("#branches, #variations"); // asked now: what is shown anew replaces the link
    stop();
    history.pushState(null, "", address(strand, at));
    show(strand, at);
    if (entering) find("back").focus();
    if (entering) find("strand").scrollIntoView({ block: "nearest" });
  });
  addEventListener("hashchange", readAddress);
  addEventListener("popstate", readAddress);
  addEventListener("resize", fit);

  let timer = 0;
  function stop() {
    clearTimeout(timer);
    timer = 0;
    tellPlay();
  }

  function tellPlay() {
    const play = find("play");
    const words = film.words[timer ? "stop" : "play"];
    play.setAttribute("aria-pressed", String(Boolean(timer)));
    for (const name of ["aria-label", "title"]) play.setAttribute(name, words);
    play.querySelector("path").setAttribute("d", timer ? "M7 5H10V19H7ZM14 5H17V19H14Z" : "M8 5L18 12L8 19Z");
    find("told").setAttribute("aria-live", timer ? "off" : "polite");
  }

  function tick() {
    timer = 0;
    if (now.at < film.strands[now.strand].frames.length - 1) step(1);
    if (now.at < film.strands[now.strand].frames.length - 1) timer = setTimeout(tick, Number(find("speed").value));
    if (!timer) stop();
  }

  function play() {
    if (timer) return stop();
    if (now.at === film.strands[now.strand].frames.length - 1) jump(0);
    timer = setTimeout(tick, Number(find("speed").value));
    tellPlay();
  }

  const last = () => film.strands[now.strand].frames.length - 1;
  const keys = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => jump(0),
    End: () => jump(last()),
    " ": play,
    Escape: leave,
  };
  // The arrows scroll what is wider than its window, such as the board on a phone, while it has the focus.
  const scrolls = (target) => target.matches && target.matches(".wide") && target.scrollWidth > target.clientWidth;
  addEventListener("keydown", (event) => {
    const busy = event.target.closest && event.target.closest("select, textarea, input");
    const pressed = event.target.closest && event.target.closest("button, a, summary");
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
    if (busy && event.key !== "Escape" && !(event.target.id === "slider" && event.key === " ")) return;
    if (pressed && event.key === " ") return;
    if (event.key.startsWith("Arrow") && scrolls(event.target)) return;
    event.preventDefault();
    if (event.key !== " ") stop();
    keys[event.key]();
  });

  const buttons = { first: () => jump(0), previous: () => step(-1), next: () => step(1), last: () => jump(last()) };
  for (const [id, act] of Object.entries(buttons)) {
    find(id).addEventListener("click", () => {
      stop();
      act();
    });
  }
  find("play").addEventListener("click", play);
  find("back").addEventListener("click", leave);
  find("slider").addEventListener("input", (event) => {
    stop();
    jump(Number(event.target.value));
  });
  find("words").addEventListener("toggle", tellWords);
  if (find("seat")) {
    find("seat").addEventListener("change", (event) => {
      show(now.strand, now.at, film.readers.indexOf(event.target.value));
      remember();
    });
  }
  if (chart) {
    chart.addEventListener("click", (event) => {
      const box = chart.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * chart.viewBox.baseVal.width;
      stop();
      show(0, Math.round(((x - left) / (right - left)) * (game.length - 1)));
      remember();
    });
  }

  function listJumps() {
    const found = new Map();
    game.forEach((frame, at) => {
      for (const kind of frame[MILESTONES]) found.set(kind, [...(found.get(kind) || []), at]);
    });
    for (const [kind, places] of found) {
      const chips = element("dd", undefined, { class: "chips" });
      chips.append(...places.map((at) => link(0, at, String(game[at][NUMBER]))));
      find("jumps").append(element("dt", film.texts[kind]), chips);
    }
    find("milestones").hidden = !found.size;
  }

  function listVariations() {
    film.strands.forEach((strand, number) => {
      if (!number) return;
      const item = element("li");
      if (strand.refused) {
        const words = filled("refused", { number, entry: strand.instead });
        item.append(element("b", words), ` ${strand.refused}`);
        item.className = "refused";
      } else {
        item.append(link(number, 0, filled("branch", { number, entry: strand.instead })), ` ${strand.says}`);
      }
      find("variations").append(item);
    });
  }

  function listEntries() {
    find("index").replaceChildren(
      ...game.map((frame, at) => {
        const item = element("li");
        const made = link(0, at, "");
        const who = film.seats[frame[SEAT]];
        const kinds = frame[MILESTONES].map((kind) => film.texts[kind]).join(", ");
        made.append(element("b", frame[NUMBER]), element("span", [who && who[1], kinds].filter(Boolean).join(": ")));
        if (frame[GLYPH] || frame[NOTE]) made.append(element("i", frame[GLYPH] || "…"));
        item.append(made);
        return item;
      }),
    );
  }

  find("replay").hidden = false;
  listJumps();
  listVariations();
  find("entries").addEventListener("toggle", () => {
    listEntries();
    markLinks();
  }, { once: true });
  readAddress();
})();
