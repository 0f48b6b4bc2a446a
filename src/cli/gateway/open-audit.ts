import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type AuditLog, openAuditLog } from '../../gateway/audit/audit-log.ts';
import type { ArgumentPolicy } from '../../gateway/audit/audited-arguments.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { GatewayConfig } from './config/gateway-config.ts';

export interface OpenedAudit {
  readonly audit: AuditLog;
  readonly policy: ArgumentPolicy;
}

/** The audit log that the settings ask for. */
export function openAudit(
  settings: GatewayConfig['audit'],
  host: Host,
  mask: (text: string) => string,
): OpenedAudit | undefined {
  const { file, arguments: record = 'none' } = settings ?? {};
  if (file === undefined) return undefined;
  const isStandardOutput = file === '-';
  const path = isStandardOutput ? (lines: string) => void process.stdout.write(lines) : resolve(host.cwd, file);
  const key = (): Uint8Array => (typeof path === 'string' ? keyBeside(path) : randomBytes(32));
  return { audit: openAuditLog({ path, mask }), policy: record === 'hash' ? { record, key: key() } : { record } };
}

/** The key of a log is in a private file beside it, so that its owner can look up arguments. */
function keyBeside(log: string): Uint8Array {
  const path = `${log}.key`;
  try {
    writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST'))
      throw new PlugboardError('usage', { message: `The key of the audit log cannot be written: ${String(error)}` });
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex');
  if (key.length === 32) return key;
  throw new PlugboardError('usage', { message: `${path} is not the key of an audit log. Delete it to get a new one.` });
}
