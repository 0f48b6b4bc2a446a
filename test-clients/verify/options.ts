import { parseArgs } from 'node:util';
import { testClients } from '../clients.ts';

export interface VerifyOptions {
  /** Ask the newest releases instead of those in the definitions. */
  readonly drift: boolean;
  readonly json: boolean;
  /** Ask again what an earlier run has asked. */
  readonly again: boolean;
  /** Keep releases that are only in use here. */
  readonly keep: boolean;
  /** After so many minutes no other client is begun. */
  readonly minutes: number;
  /** None means all. */
  readonly ids: readonly string[];
}

export const usage = `usage: npm run verify-clients -- [options] [client…]

  --drift          ask the newest releases on npm, not those in the definitions
  --json           print one JSON document to stdout
  --again          also ask what an earlier run has asked with the same sources
  --keep           keep the newest releases in the cache
  --minutes <n>    begin no other client after so many minutes; default 180

exit code: 0 all holds, 1 something no longer holds, 2 wrong usage, 3 some could not be asked`;

/** Throws with a message for the user. */
export function verifyOptions(args: readonly string[]): VerifyOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      drift: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      again: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '180' },
    },
  });
  const minutes = Number(values.minutes);
  if (!Number.isFinite(minutes) || minutes <= 0) throw new Error(`--minutes must be a positive number`);
  const known = testClients.map(({ id }): string => id);
  const unknown = positionals.filter((id) => !known.includes(id));
  if (unknown.length > 0) throw new Error(`unknown client ${unknown.join(', ')}; known are ${known.join(', ')}`);
  return { ...values, minutes, ids: positionals };
}
