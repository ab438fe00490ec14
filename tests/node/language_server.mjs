// Standard input: {folder, files}: a folder as an editor opens it, and paths of files.
// Standard output: {file: [[line from 1, message], …]}: what yaml-language-server underlines in each.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import {
  ConfigurationRequest,
  createProtocolConnection,
  DidOpenTextDocumentNotification,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node.js";

const { folder, files } = JSON.parse(readFileSync(0, "utf8"));
const program = createRequire(import.meta.url).resolve("yaml-language-server/bin/yaml-language-server");
const server = spawn(process.execPath, [program, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
const editor = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
const yaml = { validate: true, schemaStore: { enable: false } };
const sections = { yaml, http: { proxy: "", proxyStrictSSL: false } };
const waiting = new Map();

const configured = new Promise((resolve) => {
  editor.onRequest(ConfigurationRequest.type, ({ items }) => {
    if (items.some((item) => item.section === "yaml")) setTimeout(resolve, 300); // it says nothing when it has applied them
    return items.map((item) => sections[item.section] ?? {});
  });
});
editor.onRequest(() => null); // what else the server asks for, such as to be told of changes
editor.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
  waiting.get(decodeURIComponent(uri))?.(diagnostics);
});
editor.listen();

const uri = pathToFileURL(folder).href;
await editor.sendRequest(InitializeRequest.type, {
  processId: process.pid,
  rootUri: uri,
  workspaceFolders: [{ uri, name: "games" }],
  capabilities: { workspace: { configuration: true, workspaceFolders: true } },
});
await editor.sendNotification(InitializedNotification.type, {});
await configured;

const found = {};
for (const file of files) {
  const opened = pathToFileURL(file).href;
  const answer = new Promise((resolve) => waiting.set(decodeURIComponent(opened), resolve));
  const textDocument = { uri: opened, languageId: "yaml", version: 1, text: readFileSync(file, "utf8") };
  await editor.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  found[file] = (await answer).map((each) => [each.range.start.line + 1, each.message]);
}
process.stdout.write(JSON.stringify(found));
editor.dispose();
server.kill();
