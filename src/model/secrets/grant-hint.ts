import type { PlugboardError } from '../diagnostics/error.ts';
import { quoteWord } from '../shell/quote-word.ts';

/** How to give secrets to a start that was withheld them; undefined for any other error. */
export function grantHint({ code, data }: PlugboardError, server: string): string | undefined {
  if (code !== 'secret-not-given' && code !== 'secret-start-differs') return undefined;
  return ` To give it: plugboard secrets allow ${quoteWord('server' in data ? data.server : server)}`;
}
