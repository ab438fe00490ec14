// The chart of the scores: where the reader is in it, and how far it shows them.
import { pointsOf, spreadEnds } from "./curves.js";
import { draw } from "./elements.js";

const APART = 34; // from one label to the next
const AXIS = 40; // the part of the picture below its lines

const picture = document.querySelector("#chart svg");
const curves = [...(picture?.querySelectorAll(".curve") ?? [])];
const tips = [...(picture?.querySelectorAll(".tip") ?? [])];
const marks = picture?.querySelectorAll('.mark[text-anchor="middle"]') ?? []; // the numbers below
const lines = curves.map((each) => pointsOf(each.querySelector("path")?.getAttribute("d") ?? "M0 0"));
const [width, height] = (picture?.getAttribute("viewBox") ?? "0 0 0 0").split(" ").slice(2).map(Number);
const shown = draw("rect", { width, height });
const marker = draw("path", { class: "marker" });

/** @param {(turn: number) => void} onClick what a click on a turn does */
export function layChart(onClick) {
  if (!(picture instanceof SVGSVGElement)) return;
  picture.prepend(draw("clipPath", { id: "past" }, shown));
  for (const each of curves) each.setAttribute("clip-path", "url(#past)");
  picture.append(marker);
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    onClick(turnBeside(((event.clientX - box.left) / box.width) * width));
  });
}

/** @param {number} x */
function turnBeside(x) {
  const far = lines[0].map(([each]) => Math.abs(each - x));
  return far.indexOf(Math.min(...far));
}

/**
 * The mark is at this turn; with the future hidden the lines end there, too, and their labels with them.
 * @param {number} turn
 * @param {boolean} isHidden
 */
export function paintChart(turn, isHidden) {
  if (!picture) return;
  const [x] = lines[0][turn];
  marker.setAttribute("d", `M${x} 14V${height - AXIS + 6}`);
  shown.setAttribute("width", String(isHidden ? x + 6 : width));
  for (const each of marks) each.setAttribute("display", isHidden && Number(each.getAttribute("x")) > x ? "none" : "");
  const ends = lines.map((points) => points[isHidden ? turn : points.length - 1]);
  const heights = spreadEnds(
    ends.map(([, y]) => y),
    height - AXIS + APART / 2,
    APART,
  );
  tips.forEach((tip, at) => {
    const [from, y] = ends[at];
    tip.querySelector("path")?.setAttribute("d", `M${from + 5} ${y}L${from + 32} ${heights[at]}`);
    tip.querySelector("use")?.setAttribute("x", String(from + 40));
    tip.querySelector("use")?.setAttribute("y", String(heights[at]));
  });
}
