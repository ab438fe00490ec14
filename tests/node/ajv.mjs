// Standard input: {schemas: {name: schema}, documents: [[name of a schema, label, YAML]], dialect, sources: {file name: schema}}.
// Standard output: a list of everything that ajv, in strict mode, has to complain about; empty when all is right.

import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";
import { parse } from "yaml";

const { schemas = {}, documents = [], dialect, sources = {} } = JSON.parse(readFileSync(0, "utf8"));
const complaints = [];

/** In strict mode ajv accepts no keyword that it does not know, and no type that is not said. */
function strict() {
  const stop = (words) => {
    throw new Error(words);
  };
  const logger = { log: stop, warn: stop, error: stop };
  return new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, logger });
}

function tried(label, what) {
  try {
    return what();
  } catch (error) {
    complaints.push(`${label}: ${error.message}`);
    return () => true;
  }
}

const validators = Object.fromEntries(
  Object.entries(schemas).map(([name, schema]) => [name, tried(name, () => strict().compile(schema))]),
);
for (const [name, label, text] of documents) {
  const validate = validators[name];
  if (!validate(parse(text))) complaints.push(`${label}: ${JSON.stringify(validate.errors).slice(0, 300)}`);
}

if (dialect) {
  const ours = strict();
  ours.addMetaSchema(dialect);
  ours.addVocabulary(Object.keys(dialect.properties));
  for (const [file, schema] of Object.entries(sources)) {
    tried(file, () => ours.addSchema({ ...schema, $schema: dialect.$id }, file));
  }
  for (const file of Object.keys(sources)) tried(file, () => ours.getSchema(file));
}
process.stdout.write(JSON.stringify(complaints));
