import { catalogId } from './origin.ts';
import type { Scope } from './scope.ts';
import { quoteWord } from './shell/quote-word.ts';

/** The location of a definition, as a command line names it. */
export interface SwitchPlace {
  readonly client: string;
  /** Absent: any scope in which the client has the server. */
  readonly scope?: Scope;
}

/** The command line that enables or disables a server in the file that defines it. */
export function switchCommand(
  verb: 'enable' | 'disable',
  name: string,
  place: SwitchPlace | undefined,
  option = '',
): string {
  const words = ['plugboard', verb];
  const word = quoteWord(name);
  const isOption = word.startsWith('-');
  if (!isOption) words.push(word);
  const { client = catalogId, scope = client === catalogId ? 'user' : undefined } = place ?? {};
  const where = [client === catalogId ? 'catalog' : client, scope].filter(Boolean).join(':');
  if (where !== 'catalog:user') words.push('--in', where);
  if (option !== '') words.push(option);
  if (isOption) words.push('--', word);
  return words.join(' ');
}
