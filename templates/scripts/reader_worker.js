// The referee in Python, in a worker of the page that asks it: a page goes on while it thinks.

/** @typedef {{ask: (question: string) => string, open: (game: string, log: Uint8Array) => string}} Desk */

const START =
  "import sys; sys.path.append('/program'); from referee.app.browser.reader_questions import json_desk; json_desk";

/**
 * @param {string} place the address of the folder with all files
 * @param {string} language
 * @returns {Promise<Desk>}
 */
async function deskOf(place, language) {
  const { loadPyodide } = await import(`${place}pyodide.mjs`);
  const program = fetch(`${place}program.zip`).then((found) => found.arrayBuffer());
  const python = await loadPyodide({ indexURL: place });
  python.unpackArchive(await program, "zip", { extractDir: "/program" });
  const [ask, open] = python.runPython(START)(language);
  return { ask, open: (game, log) => open(game, python.toPy(log)) };
}

/** @type {Promise<Desk>} */
let desk;

self.addEventListener("message", async ({ data }) => {
  try {
    if (data.place) desk = deskOf(data.place, data.language);
    const { ask, open } = await desk;
    const answer = data.log ? open(data.game, data.log) : ask(JSON.stringify(data.question));
    self.postMessage({ number: data.number, answer: JSON.parse(answer) });
  } catch (error) {
    self.postMessage({ number: data.number, failed: String(error) });
  }
});
