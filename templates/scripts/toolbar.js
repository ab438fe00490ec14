// A row of buttons that is one stop for Tab: the arrow keys go from button to button, as in the toolbar pattern of ARIA.

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** @param {HTMLElement} group all buttons in it */
export function makeToolbar(group) {
  group.setAttribute("role", "toolbar");
  const buttons = () => [...group.querySelectorAll("button")];
  const reach = (/** @type {EventTarget | null} */ one) => {
    for (const each of buttons()) each.tabIndex = each === one ? 0 : -1;
  };
  group.addEventListener("focusin", ({ target }) => reach(target));
  group.addEventListener("keydown", (event) => {
    const all = buttons();
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    const at = all.findIndex((each) => each.tabIndex === 0) + step;
    all[(at + all.length) % all.length].focus();
    event.preventDefault();
  });
  reach(group.querySelector("button"));
}
