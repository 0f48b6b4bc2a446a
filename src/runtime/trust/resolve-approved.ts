import type { Environment } from '../../model/reference.ts';
import type { Permission, Resolution, ServerToRun } from '../types.ts';
import { resolveServer, type ResolveOptions } from '../values/resolve-server.ts';
import { fingerprintOf, type Approvals } from './approval.ts';

export class NotApproved extends Error {
  readonly permission: Exclude<Permission, 'approved'>;
  readonly fingerprint: string;

  constructor(toRun: ServerToRun, permission: Exclude<Permission, 'approved'>, env: Environment) {
    super(`"${toRun.name}" ${permission === 'denied' ? 'was denied' : 'needs approval'}`);
    this.name = 'NotApproved';
    this.permission = permission;
    this.fingerprint = fingerprintOf(toRun, env);
  }
}

/** Resolves the values of a server after checking its approval, because resolving can run commands. */
export async function resolveApproved(
  toRun: ServerToRun,
  approvals: Pick<Approvals, 'permissionFor'>,
  options: ResolveOptions,
): Promise<Resolution> {
  const permission = await approvals.permissionFor(toRun);
  if (permission !== 'approved') throw new NotApproved(toRun, permission, options.env);
  return resolveServer(toRun, options);
}
