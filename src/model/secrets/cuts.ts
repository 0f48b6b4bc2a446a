import { isShortOption } from './cover-named.ts';
import { COVER } from './cover.ts';
import { isSecretName } from './secret-name.ts';
import { firstFrom, type Span } from './spans.ts';

/** The longest text between a name and its value, with the name. */
const REACH = 400;

/** A name or an option whose value may be on the next line. It may see more of them than there are. */
const AWAITS_VALUE = /(?:[:=]\s{0,80}(?:[|>][+-]?\s{1,80})?|-[A-Za-z_][\w.-]{0,100}["']?[\s,]{0,162}(?:-[ \t])?["']?)$/;

/** A name that is the explicit key of YAML if the next line starts with a colon. */
const AWAITS_COLON = /(?<![\w.-])(-{0,2})(\w[\w.-]{0,100})\\?["']?[ \t]{0,40}\r?\n$/;

/**
 * Whether a text can be cut before this line without changing what is hidden: what is hidden above it does not depend
 * on the text from here on, whatever that is, and what is hidden from here on does not depend on the text above. `open`
 * are the parts of the text that were searched for the end of a secret, in order. Every pattern that can continue on
 * another line must be recognized here or be in `open`.
 */
export function isCut(text: string, open: readonly Span[], lineStart: number): boolean {
  return lineStart === 0 || (!openAt(open, lineStart) && !awaitsMore(text, lineStart));
}

function awaitsMore(text: string, lineStart: number): boolean {
  const above = text.slice(Math.max(0, lineStart - REACH), lineStart).replaceAll(COVER, ' ');
  if (AWAITS_VALUE.test(above)) return true;
  const [, dashes = '', name = ''] = AWAITS_COLON.exec(above) ?? [];
  return isSecretName(name) || isShortOption(dashes + name);
}

/** The part that starts before this offset and ends after it. */
function openAt(open: readonly Span[], at: number): Span | undefined {
  const span = open[firstFrom(open, at) - 1];
  return span && span.end > at ? span : undefined;
}

/** The last line at or above this one before which the text can be cut. */
export function cutAbove(text: string, open: readonly Span[], lineStart: number): number {
  let at = lineStart;
  while (!isCut(text, open, at)) {
    const from = Math.min(openAt(open, at)?.start ?? at, at - 1);
    at = from <= 0 ? 0 : text.lastIndexOf('\n', from - 1) + 1;
  }
  return at;
}
