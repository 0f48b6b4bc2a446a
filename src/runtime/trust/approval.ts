import { effectiveFields, fieldValues } from '../../model/fields/effective-fields.ts';
import { splitReferences, type Environment } from '../../model/reference.ts';
import { isPlainSecret } from '../../model/secrets/secret.ts';
import { inferTransport } from '../../model/server.ts';
import { hashOf } from '../tools/canonical.ts';
import type { Permission, ServerToRun } from '../types.ts';
import { valueOf } from '../values/expand-variables.ts';
import { isShell } from '../values/is-shell.ts';

export type Decision = 'approved' | 'denied';

/** A decision about exactly one definition in one project. */
export interface ApprovalRecord {
  readonly fingerprint: string;
  /** Absolute path. */
  readonly project: string;
  /** Name of the server. */
  readonly name: string;
  readonly decision: Decision;
  /** ISO 8601. */
  readonly time: string;
}

export interface Approvals {
  /** Rejects if the decisions cannot be read; nothing of a project counts as approved then. */
  permissionFor(toRun: ServerToRun): Promise<Permission>;
  approve(toRun: ServerToRun): Promise<void>;
  deny(toRun: ServerToRun): Promise<void>;
  /** Makes it pending again in every project; false if there was no decision. */
  forget(fingerprint: string): Promise<boolean>;
  list(): Promise<readonly ApprovalRecord[]>;
}

/**
 * Hash of exactly what would be started or contacted, and with what. It covers every effective field as written, so any
 * edit changes it, also those of a single client, and those that no client is known to have. Command, arguments, directory and URL are also included with variables expanded, so that a changed
 * variable changes it too. Values that are only passed on are not: an approval survives a changed password.
 */
export function fingerprintOf({ name, server, origin }: ServerToRun, env: Environment): string {
  const { command, args, cwd, url, headers, env: variables, auth } = server;
  const keep = isShell(command) ? undefined : isPlainSecret;
  const beside = fieldValues(effectiveFields(server));
  return hashOf({
    version: 1,
    name,
    project: origin?.project ?? null,
    transport: inferTransport(server),
    written: { command, args, cwd, url, headers, env: variables, auth },
    comesTo: {
      command: textOf(command, env),
      args: Array.isArray(args) ? args.map((arg: unknown) => textOf(arg, env, keep)) : null,
      cwd: textOf(cwd, env),
      url: textOf(url, env, isPlainSecret),
      host: hostOf(textOf(url, env)),
    },
    ...(beside && { beside }),
  });
}

type IsSecret = (name: string, value: string) => boolean;

/** Expands variables, except those that contain a secret. */
function textOf(written: unknown, env: Environment, isSecret: IsSecret = () => false): string | null {
  if (typeof written !== 'string') return null;
  const parts = splitReferences(written).map((part) => {
    if (typeof part === 'string') return part;
    const value = valueOf(part.name, env) ?? part.fallback;
    return value === undefined || isSecret(part.name, value) ? `\${${part.name}}` : value;
  });
  return parts.join('');
}

/** A secret may be part of a URL but must not determine its host. */
function hostOf(address: string | null): string | null {
  return address !== null && URL.canParse(address) ? new URL(address).origin : address;
}
