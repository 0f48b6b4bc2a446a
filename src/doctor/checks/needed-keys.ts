import { inferTransport } from '../../model/server.ts';
import { findingOn } from '../finding.ts';
import { respellFix } from '../fixes.ts';
import type { ByClient, EntryCheck } from '../types.ts';

interface Needed {
  readonly key: string;
  /** The field of a server that it holds. */
  readonly field: string;
  /** Only where the server is started. */
  readonly started?: boolean;
}

/** Keys without which a client passes over an entry, besides the type. */
const needed: ByClient<readonly Needed[]> = {
  goose: [
    { key: 'description', field: 'description' },
    { key: 'enabled', field: 'disabled' },
    { key: 'args', field: 'args', started: true },
  ],
  zed: [{ key: 'args', field: 'args', started: true }],
};

/** Entries that a client does not load for want of a key. */
export const neededKeys: EntryCheck = ({ host, entries }) =>
  entries.flatMap((subject) => {
    const { client, native, server } = subject.entry;
    return (needed[client.id] ?? [])
      .filter(({ key, started }) => !Object.hasOwn(native, key) && !(started && inferTransport(server) !== 'stdio'))
      .map(({ key, field }) => {
        const fix = respellFix(host, subject, `Add "${key}"`, [field]);
        return findingOn(subject, 'key-missing', { key, client: client.name }, { fix });
      });
  });
