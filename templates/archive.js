"use strict";
// Search, filters and an order of rows for a table that is complete without this script. What is chosen stands in the
// part of the address after #, so that a link shows the same games.
(() => {
  const texts = JSON.parse(document.getElementById("texts").textContent);
  const table = document.getElementById("games");
  if (!table) return;
  const form = document.getElementById("filters"), count = document.getElementById("count");
  const body = table.tBodies[0];
  const text = (row, cell) => { const found = row.querySelector(cell); return found ? found.textContent.trim() : ""; };
  const rows = [...body.rows].map((row, at) => ({
    row, at,
    all: row.textContent.toLowerCase(),
    game: text(row, ".game").toLowerCase(),
    title: text(row, ".title"),
    player: [...row.querySelectorAll(".name")].map((each) => each.textContent.trim()),
    players: text(row, ".name").toLowerCase(),
    year: [...new Set([text(row, ".began").slice(0, 4), text(row, ".last").slice(0, 4)])].filter(Boolean),
    status: row.className,
    way: row.querySelector(".says").dataset.manner,
    result: text(row, ".says").toLowerCase(),
    began: text(row, ".began"),
    last: text(row, ".last"),
    entries: parseInt(text(row, ".entries"), 10) || 0,
  }));
  const CHOICES = ["title", "player", "year", "status", "way"];
  // An address has the same words in every language; these are what readers see for them.
  const words = {
    status: new Map(rows.map((each) => [each.status, text(each.row, ".badge")])),
    way: new Map(rows.map((each) => [each.way, each.row.querySelector(".says").dataset.way])),
  };
  const worded = (name, value) => words[name]?.get(value) || value;
  const has = (each, name, value) => Array.isArray(each[name]) ? each[name].includes(value) : each[name] === value;

  // The form

  const field = (name, control) => {
    const label = document.createElement("label"), words = document.createElement("span");
    words.textContent = texts[name];
    control.name = name;
    label.append(words, control);
    form.append(label);
    return label;
  };
  const search = document.createElement("input");
  search.type = "search";
  field("search", search).className = "wide-field";
  for (const name of CHOICES) {
    const select = document.createElement("select");
    const known = [...new Set(rows.flatMap((each) => each[name]))].filter(Boolean)
      .sort((a, b) => worded(name, a).localeCompare(worded(name, b)));
    select.append(new Option(texts.all, ""), ...known.map((value) => new Option(worded(name, value), value)));
    field(name, select);
  }
  const choose = (select, value) => {  // a link may ask for what is not there: it shows no game, and the form says for what
    for (const each of select.querySelectorAll(".unknown")) each.remove();
    if (![...select.options].some((each) => each.value === value)) {
      select.append(new Option(value, value));
      select.lastChild.className = "unknown";
    }
    select.value = value;
  };
  const reset = document.createElement("button");
  reset.type = "button";
  reset.textContent = texts.reset;
  form.append(reset);
  form.hidden = false;

  // The order

  let order = "";
  for (const head of table.tHead.rows[0].cells) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    button.title = texts.sort.replace("{column}", head.textContent);
    const printed = document.createElement("span");  // buttons are drawn on the first page of a printed table alone
    printed.className = "printed";
    printed.textContent = head.textContent;
    head.replaceChildren(button, printed);
    button.addEventListener("click", () => {
      const name = head.dataset.column;
      order = order === name ? `-${name}` : name;
      show(true);
    });
  }
  const compared = (name) => (one, other) =>
    typeof one[name] === "number" ? one[name] - other[name] : worded(name, one[name]).localeCompare(worded(name, other[name]));
  const inOrder = () => {
    const name = order.replace(/^-/, ""), sign = order.startsWith("-") ? -1 : 1;
    const sorted = [...rows];
    if (name) sorted.sort((one, other) => sign * compared(name)(one, other) || one.at - other.at);
    for (const head of table.tHead.rows[0].cells) {
      if (head.dataset.column === name) head.setAttribute("aria-sort", sign < 0 ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
    return sorted;
  };

  // What is shown

  const wanted = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = CHOICES.filter((name) => form.elements[name].value);
    return (each) => words.every((word) => each.all.includes(word))
      && chosen.every((name) => has(each, name, form.elements[name].value));
  };
  let shownOrder = "";
  const show = (remember) => {
    const fits = wanted();
    let shown = 0;
    for (const each of rows) {
      each.row.hidden = !fits(each);
      shown += !each.row.hidden;
    }
    if (order !== shownOrder) body.append(...inOrder().map((each) => each.row));
    shownOrder = order;
    const told = texts.shown.replace("{count}", shown).replace("{all}", rows.length);
    count.textContent = shown ? told : texts.none;
    if (remember) write();
  };
  const write = () => {
    const chosen = new URLSearchParams();
    for (const name of ["search", ...CHOICES]) if (form.elements[name].value) chosen.set(name, form.elements[name].value);
    if (order) chosen.set("sort", order);
    history.replaceState(null, "", `#${chosen}`);
  };
  const read = () => {
    const chosen = new URLSearchParams(location.hash.slice(1));
    search.value = chosen.get("search") || "";
    for (const name of CHOICES) choose(form.elements[name], chosen.get(name) || "");
    const name = chosen.get("sort") || "";
    order = [...table.tHead.rows[0].cells].some((head) => head.dataset.column === name.replace(/^-/, "")) ? name : "";
    show(false);
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => show(true));
  reset.addEventListener("click", () => { history.replaceState(null, "", "#"); read(); search.focus(); });
  window.addEventListener("hashchange", read);
  read();
})();
