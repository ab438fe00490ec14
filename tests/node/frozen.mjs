// Runs tools/frozen.py in Pyodide, a CPython for WebAssembly: node frozen.mjs REPOSITORY SITE-PACKAGES
import { loadPyodide } from "pyodide";

const [repository, packages] = process.argv.slice(2);
const python = await loadPyodide();
for (const [place, root] of [
  ["/repository", repository],
  ["/packages", packages],
]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
python.runPython(`
import os, runpy, sys
sys.path.append("/packages")
os.chdir("/repository")
runpy.run_path("tools/frozen.py", run_name="__main__")
`);
