import type { Host } from '../../model/host.ts';
import { secretsIn } from '../../model/secrets/plain-secrets.ts';
import { isSecretName } from '../../model/secrets/secret-name.ts';
import type { Server } from '../../model/server.ts';
import type { Value } from '../../model/value.ts';
import type { Brought } from '../../store/write/plan.ts';
import { wordsIn } from '../compare/brought.ts';
import { isOwnFile, ownEntries } from '../outside/own-entries.ts';

/** A shorter value says little, and could be a part of any word. */
const SHORTEST_SECRET = 6;

/**
 * What came from someone else with a text, a link or a file: all of it, because a README or an install link is what
 * others wrote. Secrets that stand in files of the person already, and plain keys, are theirs. Undefined for the file of one of the
 * person's own clients.
 */
export async function broughtByText(
  host: Host,
  servers: readonly { readonly server: Server }[],
  file?: string,
): Promise<Brought | undefined> {
  if (servers.length === 0 || (file !== undefined && isOwnFile(host, file))) return undefined;
  const texts = new Set(servers.flatMap(({ server }) => wordsIn(server as Value)));
  const keys = servers.flatMap(({ server }) => plainKeys(server));
  return { texts: [...texts], isAll: false, own: [...(await ownSecrets(host)), ...keys] };
}

/**
 * Keys that are the whole value of a variable or header and stand nowhere else: they can neither run nor choose what runs,
 * and in a text that a person pastes they are most likely the person's.
 */
function plainKeys({ env, headers, ...rest }: Server): string[] {
  const values = [env, headers].flatMap((map) => Object.entries(map ?? {}));
  const around = wordsIn(rest as Value);
  return values.flatMap(([name, value]) => {
    const key = value.replace(/^(?:Bearer|token) /i, '');
    const isKey = isSecretName(name) && /^[\w-]{16,}$/.test(key) && /\d/.test(key) && /[a-z]/i.test(key);
    return isKey && !around.some((text) => text.includes(key)) ? [key] : [];
  });
}

/** Plain secrets in the person's files. What a project has in its files is not theirs. */
async function ownSecrets(host: Host): Promise<string[]> {
  const own = await ownEntries(host);
  const secrets = own.flatMap(({ server }) => secretsIn(server).map(({ secret, text }) => secret ?? text));
  return [...new Set(secrets)].filter(({ length }) => length >= SHORTEST_SECRET);
}
