// Files of the archive, loaded as scripts: a page that was opened from a disk may load no other files.

/** @type {Map<string, (facts: any) => void>} */
const awaited = new Map();
/** @type {Map<string, Promise<any>>} */
const loads = new Map();

Object.assign(window, {
  refereeArchive: (/** @type {string} */ name, /** @type {unknown} */ facts) => awaited.get(name)?.(facts),
});

/**
 * What a file of the archive holds; it is loaded once.
 * @param {string} name
 * @param {string} version what caches distinguish it by
 * @returns {Promise<any>}
 */
export function load(name, version) {
  const known = loads.get(name) ?? startLoad(name, version);
  loads.set(name, known);
  return known;
}

/**
 * @param {string} name
 * @param {string} version
 */
const startLoad = (name, version) =>
  new Promise((resolve, reject) => {
    awaited.set(name, resolve);
    const script = document.createElement("script");
    script.src = `${name}.js?${version}`;
    script.addEventListener("error", () => reject(new Error(`${name} is missing.`)));
    document.head.append(script);
  });
