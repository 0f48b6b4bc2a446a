import { textsIn } from '../model/diagnostics/texts.ts';
import { isOnlyValue } from '../model/outside-text.ts';
import { splitReferences } from '../model/reference.ts';
import { isSecretName } from '../model/secrets/secret-name.ts';
import type { Server } from '../model/server.ts';
import type { Value } from '../model/value.ts';
import type { Client } from './types.ts';

interface Misread {
  readonly field: string;
  /** What the client would read as a reference. */
  readonly piece: string;
}

/** References of other systems: a file, a setting, a prompt, a command of an editor. */
const NAMED = /\$\{[a-z][\w+.-]*:(?!-)[^}]*\}/gi;

/**
 * Text of a definition that `target` would read as a command, a file, a variable or a prompt, where `source`, the client
 * it was written for, reads plain text; undefined if there is none. No client has a spelling that keeps it plain.
 */
export function misreadIn(target: Client, source: Client | undefined, server: Server): Misread | undefined {
  if (target.verbatim || target.id === source?.id) return undefined;
  const { extras: _, ...fields } = server;
  for (const { path, text } of textsIn(fields as Value)) {
    const [field = ''] = path.map(String);
    for (const plain of plainTexts(text)) {
      const piece = piecesRead(target, plain, field).find((one) => !piecesRead(source, one, field).includes(one));
      if (piece !== undefined) return { field: path.join('.'), piece };
    }
    const isName = target.references.bareNames?.includes(field) && !isOnlyValue(text) && isUsualName(text);
    const isNameThere = source?.references.bareNames?.includes(field);
    if (isName && !isNameThere) return { field: path.join('.'), piece: text };
  }
  return undefined;
}

/** A name that variables have, and that words of settings rarely have. */
function isUsualName(text: string): boolean {
  return /^[A-Z_][A-Z\d_]*$/.test(text) || (/^[A-Za-z]\w*_\w+$/.test(text) && isSecretName(text));
}

/** The text without its canonical references, and the defaults of these. */
function plainTexts(text: string): string[] {
  const parts = splitReferences(text);
  const around = parts.map((part) => (typeof part === 'string' ? part : 'x')).join('');
  return [around, ...parts.flatMap((part) => (typeof part === 'string' ? [] : (part.fallback ?? [])))];
}

/** Parts of a text that a client reads as more than text. Prompts and the like count in every field. */
function piecesRead(client: Client | undefined, text: string, field: string): string[] {
  const { syntax: { alsoExpands, foreign } = {}, fields } = client?.references ?? {};
  const isRead = fields?.includes(field) !== false;
  const expanded = alsoExpands && isRead ? [...text.matchAll(new RegExp(alsoExpands, `${alsoExpands.flags}g`))] : [];
  const named = foreign ? [...text.matchAll(NAMED)].filter(([one]) => foreign.test(one)) : [];
  return [...expanded, ...named].map(([one]) => one);
}
