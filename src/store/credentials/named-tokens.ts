import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { isNamedToken, type NamedToken, type TokenStore, tokenUsesIn } from '../../model/named-token.ts';
import { isMap } from '../../model/value.ts';
import { places } from '../state/places.ts';
import { CredentialUnreadable, readPrivate, writePrivate } from './credentials-file.ts';
import { withNamedLock } from './credentials-lock.ts';

const FILE = 'gateway-tokens.json';
const USES = 'gateway-token-uses.json';

export function namedTokensPath(host: Host): string {
  return `${places(host).state}/${FILE}`;
}

/** The named tokens of the gateway, as hashes in a file that only this user can read. */
export function namedTokenFile(host: Host, watch: (path: string, onChange: () => void) => () => void): TokenStore {
  const directory = places(host).state;
  const path = namedTokensPath(host);
  const read = async (): Promise<readonly NamedToken[]> => tokensIn(await readJson(host, path), path);
  const write = async (tokens: readonly NamedToken[]): Promise<void> =>
    writePrivate(host, directory, FILE, JSON.stringify({ version: 1, tokens }, undefined, 2));
  const lastUses = async (): Promise<Map<string, Date>> => usesIn(await readJson(host, `${directory}/${USES}`));
  const exclusively = async <T>(work: () => Promise<T>): Promise<T> => withNamedLock(host, FILE, work);
  return {
    list: read,
    lastUses,
    async add(token) {
      return exclusively(async () => {
        const there = await read();
        if (there.some(({ name }) => name === token.name)) return false;
        await write([...there, token]);
        return true;
      });
    },
    async remove(name) {
      return exclusively(async () => {
        const there = await read();
        const rest = there.filter((one) => one.name !== name);
        if (rest.length === there.length) return false;
        await write(rest);
        return true;
      });
    },
    async noteUses(uses) {
      await exclusively(async () => {
        const names = new Set((await read()).map(({ name }) => name));
        const all = await lastUses();
        for (const [name, time] of uses) if (time > (all.get(name) ?? new Date(0))) all.set(name, time);
        const kept = [...all].filter(([name]) => names.has(name)).map(([name, time]) => [name, time.toISOString()]);
        await writePrivate(host, directory, USES, JSON.stringify(Object.fromEntries(kept), undefined, 2));
      });
    },
    follow: (onChange) => watch(path, onChange),
  };
}

async function readJson(host: Host, path: string): Promise<unknown> {
  const text = await readPrivate(host, path).catch((error: unknown) => {
    throw error instanceof CredentialUnreadable ? unusable(path, error.why, error) : error;
  });
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw unusable(path, 'it is damaged', error);
  }
}

function tokensIn(value: unknown, path: string): readonly NamedToken[] {
  if (value === undefined) return [];
  const tokens: unknown = isMap(value) && value['version'] === 1 ? value['tokens'] : undefined;
  const list: readonly unknown[] | undefined = Array.isArray(tokens) ? tokens : undefined;
  if (!list?.every(isNamedToken)) throw unusable(path, 'it is damaged');
  return list;
}

function usesIn(value: unknown): Map<string, Date> {
  return tokenUsesIn(isMap(value) ? Object.entries(value) : []);
}

function unusable(path: string, why: string, cause?: unknown): PlugboardError<'place-unsafe'> {
  const remedy = `delete ${path} to remove all named tokens`;
  return new PlugboardError('place-unsafe', { path, why, remedy }, cause);
}
