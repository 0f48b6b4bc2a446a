import type { Host } from '../model/host.ts';
import { type LauncherLine, readLauncher, secretsOf } from '../model/launcher/launcher-entry.ts';
import { inferTransport, type Server } from '../model/server.ts';
import { launcherGrant, launcherKey, type NewGrant, notGiven, projectKey } from '../store/vault/grants.ts';
import type { Start } from '../store/vault/start.ts';
import { readVaultIndex } from '../store/vault/vault-index.ts';
import { subjectsHere, type SecretSubject } from './find/subjects.ts';
import { secretsReferredTo } from './users.ts';

/** A definition that asks for secrets which it was not given. */
export interface SecretRequest {
  readonly grants: readonly NewGrant[];
  /** Where it is defined; absent for a start that was refused. */
  readonly file?: string;
  readonly client?: string;
  /** What differs from the start that it was given its secrets for. */
  readonly differs?: readonly string[];
  /** What gets them: a command line or an address. */
  readonly runs: readonly string[];
  readonly secrets: readonly string[];
}

/** What the definitions of a server ask for and do not have yet. */
export async function requestsOf(host: Host, server: string): Promise<SecretRequest[]> {
  const index = await readVaultIndex(host);
  const known = new Set(index.secrets.map(({ name }) => name));
  const subjects = (await subjectsHere(host)).filter(({ name }) => name === server);
  const found = subjects.flatMap((subject): SecretRequest[] => {
    const asked = requestIn(subject);
    const grants = (asked?.grants ?? []).flatMap((grant): NewGrant[] => {
      const missing = notGiven(index, grant.key, grant.secrets).filter((name) => known.has(name));
      return missing.length > 0 ? [{ ...grant, secrets: missing }] : [];
    });
    const secrets = [...new Set(grants.flatMap((grant) => grant.secrets))];
    return asked && grants.length > 0 ? [{ ...asked, grants, secrets }] : [];
  });
  const refused = (index.refused ?? []).filter(({ line }) => line.server === server);
  return [...found, ...refused.map(({ line, start, differs }) => refusedRequest(line, start, differs))];
}

/** A start that was refused, to be allowed as it was. */
function refusedRequest(line: LauncherLine, start: Start, differs: readonly string[]): SecretRequest {
  const secrets = secretsOf(line);
  const grants = [{ key: launcherKey(line), server: line.server, secrets, start }];
  return { grants, runs: line.words, secrets, differs };
}

function requestIn({ name, server, client, project, file }: SecretSubject): SecretRequest | undefined {
  const line = readLauncher(server);
  const common = { file, client: client.id };
  const secrets = line ? secretsOf(line) : [...secretsReferredTo(server)];
  const ofProject = project === undefined ? [] : [{ key: projectKey(name, server, project), server: name, secrets }];
  if (line) return { ...common, grants: [launcherGrant(line), ...ofProject], runs: line.words, secrets };
  return project === undefined ? undefined : { ...common, grants: ofProject, runs: runsOf(server), secrets };
}

function runsOf(server: Server): string[] {
  return inferTransport(server) === 'stdio' ? [server.command ?? '', ...(server.args ?? [])] : [server.url ?? ''];
}
