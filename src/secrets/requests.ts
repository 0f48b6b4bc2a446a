import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Host } from '../model/host.ts';
import { entryLine } from '../model/launcher/entry-line.ts';
import { readLauncher, secretsOf } from '../model/launcher/launcher-entry.ts';
import type { Origin } from '../model/origin.ts';
import { runDefinition } from '../model/run-definition.ts';
import type { Server } from '../model/server.ts';
import { type OutsideDefinitions, readOutsideDefinitions } from '../store/approvals/outside-definitions.ts';
import {
  type BoundStart,
  boundStarts,
  launcherGrant,
  lineGrant,
  type NewGrant,
  notGiven,
  outsideKey,
  projectKey,
} from '../store/vault/grants.ts';
import { readVaultIndex, type RefusedStart, type VaultIndex } from '../store/vault/vault-index.ts';
import { subjectsHere, type SecretSubject } from './find/subjects.ts';
import { secretsReferredTo } from './users.ts';

/** A definition, or a start of one, that asks for secrets which it was not given. */
export interface SecretRequest {
  /** Chooses it among the requests of a server. It changes with everything that the grant binds. */
  readonly id: string;
  readonly grants: readonly NewGrant[];
  /** The definition with its place; absent for a start that was refused. */
  readonly defined?: { readonly server: Server; readonly origin: Origin };
  /** The command line and the variables with places, of a start that was refused. */
  readonly line?: RefusedStart['line'];
  /** How it starts. */
  readonly starts: readonly BoundStart[];
  /** What differs from the start that it was given its secrets for. */
  readonly differs?: readonly string[];
  readonly secrets: readonly string[];
}

type Asked = Omit<SecretRequest, 'id'>;

/** What the definitions of a server ask for and do not have yet. */
export async function requestsOf(host: Host, server: string): Promise<SecretRequest[]> {
  const index = await readVaultIndex(host);
  const known = new Set(index.secrets.map(({ name }) => name));
  const subjects = (await subjectsHere(host)).filter(({ name }) => name === server);
  const outside = await readOutsideDefinitions(host);
  const found = subjects.flatMap((subject): Asked[] => {
    const asked = requestIn(host, subject, keyOf(subject, outside), index);
    const grants = (asked?.grants ?? []).flatMap((grant): NewGrant[] => {
      const missing = notGiven(index, grant.key, grant.secrets).filter((name) => known.has(name));
      return missing.length > 0 ? [{ ...grant, secrets: missing }] : [];
    });
    const secrets = [...new Set(grants.flatMap((grant) => grant.secrets))];
    return asked && grants.length > 0 ? [{ ...asked, grants, secrets }] : [];
  });
  const refused = (index.refused ?? []).filter((one) => one.line.server === server && !isAsking(one));
  const all = [...found, ...refused.map(refusedRequest)].map((asked) => ({ ...asked, id: idOf(asked) }));
  // Several clients may read the same definition.
  return [...new Map(all.map((asked) => [asked.id, asked])).values()];
}

/** Two requests are the same if all is that their grants bind. */
function idOf({ grants, defined, line, starts, secrets }: Asked): string {
  const definition = defined && runDefinition(defined.server);
  const text = JSON.stringify([grants.map(({ key }) => key), definition, line, starts, secrets]);
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** Whether only the entry that led to a line lacks the secrets. */
function isAsking({ asker, differs }: RefusedStart): boolean {
  return asker !== undefined && differs.length === 0;
}

/** A start that was refused, to be allowed as it was. */
function refusedRequest({ line, start, values = {}, differs, asker }: RefusedStart): Asked {
  const { secrets, ...given } = lineGrant(line);
  const grant = asker === undefined ? given : { key: asker, server: line.server };
  return { grants: [{ ...grant, secrets, start }], line, starts: [{ start, values }], secrets, differs };
}

/** Under which key a definition of someone else is given secrets; undefined for the person's own. */
function keyOf({ name, server, project }: SecretSubject, outside: OutsideDefinitions): string | undefined {
  if (project !== undefined) return projectKey(name, server, project);
  return outside.has(server) ? outsideKey(server) : undefined;
}

function requestIn(
  host: Host,
  { name, server, client, scope, project, file }: SecretSubject,
  key: string | undefined,
  { secrets: records, refused = [] }: VaultIndex,
): Asked | undefined {
  const line = readLauncher(server);
  const origin = { file, client: client.id, scope, ...(project !== undefined && { project }) };
  // A launcher may be started in a way that the definition does not show.
  const started = refused.filter((one) => isAsking(one) && one.asker === key);
  const referred = line ? secretsOf(line) : [...secretsReferredTo(server)];
  const secrets = [...new Set([...referred, ...started.flatMap((one) => secretsOf(one.line))])];
  const at = project === undefined ? server : { ...server, cwd: resolve(project, server.cwd ?? '.') };
  const entry = entryLine(name, at, new Set(records.map((record) => record.name)));
  const ofOther = key === undefined ? [] : [{ key, server: name, secrets, ...(!line && { of: entry }) }];
  const common = { defined: { server, origin }, secrets };
  if (line) return { ...common, grants: [launcherGrant(line), ...ofOther], starts: boundStarts(host, line) };
  return key === undefined ? undefined : { ...common, grants: ofOther, starts: boundStarts(host, entry) };
}
