// Puts the large parts of a page that came by e-mail where they belong: they are packed to keep the e-mail small.

/**
 * What the page holds packed: pieces of HTML in the order of their places.
 * @param {string} text base64 of the pieces with a NUL between them, compressed
 * @returns {Promise<string[]>}
 */
async function unpackParts(text) {
  const bytes = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  const whole = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return (await new Response(whole).text()).split("\0");
}

/** @param {string[]} parts */
function placeParts(parts) {
  for (const [number, html] of parts.entries()) {
    const place = document.querySelector(`[data-part="${number}"]`);
    // scripts in such a fragment run, as those that the page's policy names may
    place?.replaceWith(document.createRange().createContextualFragment(html));
  }
}

unpackParts(document.getElementById("packed")?.textContent ?? "").then(placeParts);
