import { misreadIn } from '../../clients/misread.ts';
import { clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import { sharedFileReader } from '../../clients/well-known.ts';
import { isOnlyValue } from '../../model/outside-text.ts';
import { commandReference, splitReferences } from '../../model/reference.ts';
import type { Server } from '../../model/server.ts';
import { cmdMeaning, isCmdWrapper } from '../../model/shell/cmd-wrapper.ts';
import { type OutsideText, withoutTyped } from './outside-text.ts';

interface Misread {
  readonly field: string;
  readonly piece: string;
}

/**
 * Text that someone else wrote and that `target` would read as more: a command, a variable, a prompt. What the user typed
 * beside it is theirs. `outside` is undefined for what was added before.
 */
export function outsideMisread(target: Client, outside: OutsideText | undefined, server: Server): Misread | undefined {
  const source: Client = outside?.client ?? clients[sharedFileReader];
  const written = withoutTyped(server, outside?.typed ?? {});
  return ownMeaning(target, source, written) ?? bareName(target, source, written) ?? misreadIn(target, source, written);
}

/**
 * Text that the interpreter of Windows would read as more, if the entry that is written starts it through that and the
 * definition does not.
 */
export function readByCmd(written: Server, server: Server): string | undefined {
  if (!isCmdWrapper(written) || isCmdWrapper(server)) return undefined;
  const words = [['command', server.command ?? ''], ...(server.args ?? []).map((arg, index) => [`args.${index}`, arg])];
  return words.find(([, word = '']) => cmdMeaning.test(word))?.[0];
}

/** Variables and headers that our own runtime, or a client with commands, takes for more than text. */
function ownMeaning(target: Client, source: Client, server: Server): Misread | undefined {
  for (const field of ['env', 'headers'] as const)
    for (const [name, text] of Object.entries(server[field] ?? {})) {
      const isRun = (client: Client): boolean =>
        client.verbatim === true || client.references.commands?.fields.includes(field) === true;
      const isCommand = commandReference(text) !== undefined && isRun(target) && !isRun(source);
      const isStored = target.verbatim === true && /^(?:op:\/\/|keychain:)/.test(text);
      if (isCommand || isStored) return { field: `${field}.${name}`, piece: text };
    }
  return undefined;
}

/** A value that the client would look up among all variables, whatever it is called. */
function bareName(target: Client, source: Client, server: Server): Misread | undefined {
  for (const field of ['env', 'headers'] as const) {
    const isRead = ({ references }: Client): boolean => references.bareNames?.includes(field) === true;
    if (!isRead(target) || isRead(source)) continue;
    const found = Object.entries(server[field] ?? {}).find(([, text]) => !isOnlyValue(text));
    if (found && splitReferences(found[1]).every((part) => typeof part === 'string'))
      return { field: `${field}.${found[0]}`, piece: found[1] };
  }
  return undefined;
}
