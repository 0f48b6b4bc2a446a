import type { Server } from '../../model/server.ts';
import { sameValue, type Value } from '../../model/value.ts';
import { findingOn } from '../finding.ts';
import { respellFix } from '../fixes.ts';
import type { ByClient, EntryCheck, Fix, Patient, Subject } from '../types.ts';

/** Keys of other clients that this one does not act on. */
const foreign: ByClient<readonly string[]> = {
  codex: ['type', 'transport', 'headers'],
  kilo: ['args', 'env'],
  opencode: ['args', 'env'],
};

/** Keys in the words of another client, which take no effect here: a token is not sent, an argument is not passed. */
export const foreignKeys: EntryCheck = (patient) =>
  patient.entries.flatMap((subject) => {
    const { client, native } = subject.entry;
    const keys = (foreign[client.id] ?? []).filter((key) => Object.hasOwn(native, key));
    return keys.map((key) => {
      const fix = ownWords(patient, subject, key);
      return findingOn(subject, 'key-ignored', { key, client: client.name }, { at: [key], side: 'key', fix });
    });
  });

/** Says the same in the words of the client, unless it has said something else there already. */
function ownWords({ host }: Patient, subject: Subject, key: string): Fix | undefined {
  const { client, native, server } = subject.entry;
  if (!sameValue(server[key] as Value | undefined, native[key])) return undefined;
  const title = `Write it in the way of ${client.name}`;
  if (key === 'type') return respellFix(host, subject, title, ['type'], withoutType);
  return respellFix(host, subject, title, key === 'args' ? ['command', 'args'] : [key]);
}

/** What a transport is follows from the other keys. */
function withoutType({ type: _, ...server }: Server): Server {
  return server;
}
