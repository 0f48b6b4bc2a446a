import { splitReferences, type Environment } from '../../model/reference.ts';
import { MASK, replaceSpans } from '../../model/secrets/hidden-spans.ts';
import { valueSpans } from '../../model/secrets/value-spans.ts';
import { quoteWord } from '../../model/shell/quote-word.ts';
import { type Consent, consentText } from '../../model/text/consent.ts';
import { mayNameVariable } from '../../model/text/settings-words.ts';
import { kindOfValue } from '../values/config-value.ts';
import { valueOf } from '../values/expand-variables.ts';
import { secretsOfVariable } from '../values/known-secrets.ts';

/** The words of a command line, quoted. */
export function commandLine(words: readonly string[]): Consent {
  return consentText(words.map(quoteWord).join(' '));
}

/**
 * Expands variables. Of a definition that came from someone else nothing is masked; what the user's own variables hold
 * is: those that are a secret, or not set, stay as written, and secret parts of others are masked.
 */
export function showExpanded(written: string, env: Environment): string {
  const parts = splitReferences(written).map((part) => {
    if (typeof part === 'string') return part;
    const { name, fallback } = part;
    const own = valueOf(name, env);
    // A default in the file is part of what is run and must not be hidden behind the variable's name.
    return own === undefined ? (fallback ?? `\${${name}}`) : ownValue(name, own);
  });
  return parts.join('');
}

function ownValue(name: string, value: string): string {
  if (value !== '' && secretsOfVariable({ name, value }).includes(value)) return `\${${name}}`;
  return replaceSpans(value, valueSpans(name, value), () => MASK);
}

/** The value of a header or variable, and its actual source. */
export function showValue(written: string, env: Environment): string {
  switch (kindOfValue(written, env)) {
    case 'command':
      return `the output of the command: ${written.slice(1).trim()}`;
    case 'one-password':
      return `${written} (from 1Password)`;
    case 'keychain':
      return `${written} (from the keychain)`;
    case 'name':
      return `${written} (the value of your variable ${written})`;
    case 'text':
      // The approval is also for a start with other variables.
      return mayNameVariable(written) ? `${written} (or the value of your variable ${written}, if it is set)` : written;
    case 'reference':
      return written;
  }
}
