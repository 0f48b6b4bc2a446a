import type { Host } from '../model/host.ts';
import { inferTransport, type Server } from '../model/server.ts';
import { subjectsHere, type SecretSubject } from './find/subjects.ts';
import { launcherKey, notGiven, projectKey } from './grants.ts';
import { readLauncher, secretsOf } from './launcher/launcher-entry.ts';
import { secretsReferredTo } from './users.ts';
import { readVaultIndex } from './vault-index.ts';

/** A definition that asks for secrets which it was not given. */
export interface SecretRequest {
  readonly key: string;
  readonly file: string;
  readonly client: string;
  /** What gets them: a command line or an address. */
  readonly runs: readonly string[];
  readonly secrets: readonly string[];
}

/** What the definitions of a server ask for and do not have yet. */
export async function requestsOf(host: Host, server: string): Promise<SecretRequest[]> {
  const index = await readVaultIndex(host);
  const known = new Set(index.secrets.map(({ name }) => name));
  const subjects = (await subjectsHere(host)).filter(({ name }) => name === server);
  return subjects.flatMap((subject): SecretRequest[] => {
    const asked = requestIn(subject);
    const missing = asked ? notGiven(index, asked.key, asked.secrets).filter((name) => known.has(name)) : [];
    return asked && missing.length > 0 ? [{ ...asked, secrets: missing }] : [];
  });
}

function requestIn({ name, server, client, project, file }: SecretSubject): SecretRequest | undefined {
  const line = readLauncher(server);
  if (line) return { key: launcherKey(line), file, client: client.id, runs: line.words, secrets: secretsOf(line) };
  if (project === undefined) return undefined;
  const secrets = [...secretsReferredTo(server)];
  return { key: projectKey(name, server, project), file, client: client.id, runs: runsOf(server), secrets };
}

function runsOf(server: Server): string[] {
  return inferTransport(server) === 'stdio' ? [server.command ?? '', ...(server.args ?? [])] : [server.url ?? ''];
}
