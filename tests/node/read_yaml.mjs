// Reads YAML by a library that knows nothing of ours: a JSON list of texts in, what each says out, by YAML 1.2 and 1.1.
import { readFileSync } from "node:fs";
import { parseDocument } from "yaml";

/** @param {string} text @param {"1.1" | "1.2"} version */
function read(text, version) {
  const found = parseDocument(text, { version });
  const problems = [...found.errors, ...found.warnings];
  return problems.length ? { unread: problems.map(String) } : found.toJS();
}

const texts = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(texts.map((/** @type {string} */ text) => [read(text, "1.2"), read(text, "1.1")])));
