import { type Diagnostic, diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { textsIn } from '../../model/diagnostics/texts.ts';
import type { Host } from '../../model/host.ts';
import { type PlainSecret, secretsIn } from '../../model/secrets/plain-secrets.ts';
import { maskLine } from '../../model/secrets/secret.ts';
import type { Path } from '../../model/value.ts';
import { readVaultIndex } from '../../store/vault/vault-index.ts';
import { collect } from '../../validate/report.ts';
import { secretFingerprint } from './secret-fingerprint.ts';
import { type SecretSubject, type SubjectOptions, subjectsHere } from './subjects.ts';

/** A plain secret in a file. It never contains the value. */
export type FoundSecret = Diagnostic & {
  readonly server: string;
  readonly client: string;
  readonly scope: string;
  /** Where in the server, for example `env.TOKEN`. */
  readonly field: string;
  /** The same for equal values, on every machine. */
  readonly fingerprint: string;
  /** Name of the config set, if it is in one. */
  readonly set?: string;
  readonly parked?: true;
  /** The directory of another project than the current one, if it is there. */
  readonly elsewhere?: string;
  /** The name of this value in the vault, if it is there too. */
  readonly vaulted?: string;
  /** The commit that brought it, if it is in the history of the project. */
  readonly commit?: string;
};

/** All plain secrets in the files of clients, projects and sets. Starts and contacts nothing. */
export async function scanSecrets(host: Host, options: SubjectOptions = {}): Promise<FoundSecret[]> {
  const { secrets } = await readVaultIndex(host);
  const vaulted = new Map(secrets.flatMap(({ name, fingerprint }) => (fingerprint ? [[fingerprint, name]] : [])));
  const found: FoundSecret[] = [];
  for (const subject of await subjectsHere(host, options)) {
    for (const secret of secretsIn(subject.server)) {
      const fingerprint = await secretFingerprint(secret.secret ?? secret.text);
      const known = vaulted.get(fingerprint);
      found.push({ ...foundSecret(subject, secret, fingerprint), ...(known !== undefined && { vaulted: known }) });
    }
  }
  return found;
}

export function foundSecret(
  { name, client, scope, file, set, parked, elsewhere, at }: SecretSubject,
  secret: PlainSecret,
  fingerprint: string,
): FoundSecret {
  const args = { name: maskLine(secret.name) };
  const { issues, report } = collect(at?.source);
  if (at) report('plain-secret', args, [...at.path, ...placeIn(at.native, secret)]);
  return {
    ...(issues[0] ?? diagnostic('plain-secret', args)),
    file,
    server: name,
    client: client.id,
    scope,
    field: secret.path.join('.'),
    fingerprint,
    ...(set !== undefined && { set }),
    ...(parked && { parked }),
    ...(elsewhere !== undefined && { elsewhere }),
  };
}

/** Where the text is in the entry as written. */
function placeIn(native: Parameters<typeof textsIn>[0], { path, text }: PlainSecret): Path {
  const leaves = textsIn(native).filter((leaf) => leaf.text === text);
  const key = path.at(-1);
  return (leaves.find((leaf) => leaf.path.at(-1) === key) ?? leaves[0])?.path ?? [];
}
