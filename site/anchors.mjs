/**
 * The anchor of a heading, as code hosts derive it, so that a link to it works there and on the site.
 *
 * @param {string} heading
 */
export const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

/**
 * The anchors of a page of Markdown. A heading that occurs again gets a number.
 *
 * @param {string} text
 */
export function anchorsIn(text) {
  const prose = text.replaceAll(/^```.*?^```/gms, '');
  /** @type {Set<string>} */
  const anchors = new Set();
  for (const [, heading = ''] of prose.matchAll(/^#+ (.+)$/gm)) {
    const anchor = anchorOf(heading);
    let free = anchor;
    for (let again = 1; anchors.has(free); again++) free = `${anchor}-${again}`;
    anchors.add(free);
  }
  return anchors;
}
