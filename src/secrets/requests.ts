import type { Host } from '../model/host.ts';
import { readLauncher, secretsOf } from '../model/launcher/launcher-entry.ts';
import { inferTransport, type Server } from '../model/server.ts';
import { launcherGrant, type NewGrant, notGiven, projectKey } from '../store/vault/grants.ts';
import { readVaultIndex } from '../store/vault/vault-index.ts';
import { subjectsHere, type SecretSubject } from './find/subjects.ts';
import { secretsReferredTo } from './users.ts';

/** A definition that asks for secrets which it was not given. */
export interface SecretRequest {
  readonly grant: NewGrant;
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
    const missing = asked ? notGiven(index, asked.grant.key, asked.secrets).filter((name) => known.has(name)) : [];
    return asked && missing.length > 0
      ? [{ ...asked, grant: { ...asked.grant, secrets: missing }, secrets: missing }]
      : [];
  });
}

function requestIn({ name, server, client, project, file }: SecretSubject): SecretRequest | undefined {
  const line = readLauncher(server);
  const common = { file, client: client.id };
  if (line) return { ...common, grant: launcherGrant(line), runs: line.words, secrets: secretsOf(line) };
  if (project === undefined) return undefined;
  const secrets = [...secretsReferredTo(server)];
  const grant = { key: projectKey(name, server, project), server: name, secrets };
  return { ...common, grant, runs: runsOf(server), secrets };
}

function runsOf(server: Server): string[] {
  return inferTransport(server) === 'stdio' ? [server.command ?? '', ...(server.args ?? [])] : [server.url ?? ''];
}
