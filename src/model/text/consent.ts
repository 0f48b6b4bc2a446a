import { escapeHidden } from '../visible.ts';

declare const kind: unique symbol;

/**
 * A text on which a person decides whether something that came from someone else may run. Nothing in it is masked, and
 * everything in it can be seen. For the user's own values there are masks (`maskLine`), which hide what could run: a
 * text is either one or the other.
 */
export type Consent = string & { readonly [kind]: true };

/** More blanks than this could move the end of a line out of sight. */
const LONG_BLANK = / {20,}/g;

/** Returns one line without hidden characters: invisible ones and blanks other than a space are escapes. */
export function consentText(text: string): Consent {
  return escapeHidden(text).replaceAll(LONG_BLANK, (found) => ` [${found.length} spaces] `) as Consent;
}
