import { textsIn } from '../../model/diagnostics/texts.ts';
import { effectiveFields } from '../../model/fields/effective-fields.ts';
import { isOnlyText } from '../../model/outside-text.ts';
import { splitReferences } from '../../model/reference.ts';
import type { Server } from '../../model/server.ts';
import type { Value } from '../../model/value.ts';
import { requirePlain, requirePlainValue, UnsafeDocument } from '../../registry/install/unsafe-document.ts';
import { safely } from '../registry/safe-document.ts';
import type { Draft } from './types.ts';

/** A draft of an install link, which anyone may have written. Throws if a value of it would mean more than text. */
export function fromOutside(draft: Draft): Draft {
  const server = withoutOddWords(draft.server);
  safely(draft.name ?? 'The server of the link', () => checkLink(server));
  return { ...draft, server, isLink: true };
}

/**
 * Throws unless each value is text or a variable in the syntax of the link's client: the person sees those and sets
 * them. Commands, names of variables and places of secrets look like values and are not.
 */
function checkLink(server: Server): void {
  for (const { key, effect } of effectiveFields(server)) {
    if (effect === 'executes') throw new UnsafeDocument(key);
    if (effect === 'trusts') throw new UnsafeDocument(key, 'trust');
  }
  for (const field of ['env', 'headers'] as const) {
    for (const [name, value] of Object.entries(server[field] ?? {})) {
      requirePlain(`${field}.${name}`, name);
      if (typeof value === 'string' && splitReferences(value).every((part) => typeof part === 'string'))
        requirePlainValue(`${field}.${name}`, value);
    }
  }
  for (const { text, path } of textsIn(server as Value)) {
    const parts = splitReferences(text);
    // A variable stands for any text; what surrounds it must not make more of it.
    requirePlain(path.join('.'), parts.map((part) => (typeof part === 'string' ? part : 'x y')).join(''));
    for (const part of parts) if (typeof part !== 'string') requirePlain(path.join('.'), part.fallback ?? '');
  }
}

/** Titles and descriptions start nothing, but a client could read more than text in them. */
function withoutOddWords({ title, description, ...server }: Server): Server {
  return {
    ...server,
    ...(title !== undefined && isOnlyText(title) && { title }),
    ...(description !== undefined && isOnlyText(description) && { description }),
  };
}
