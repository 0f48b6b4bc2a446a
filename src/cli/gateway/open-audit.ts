import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type AuditLog, openAuditLog, requireWritable } from '../../gateway/audit/audit-log.ts';
import { joinAuditLogs, openAuditStream } from '../../gateway/audit/audit-stream.ts';
import type { AuditPolicy } from '../../gateway/audit/audited-arguments.ts';
import type { SharedState } from '../../gateway/state/gateway-state.ts';
import { stateKeyFor } from '../../gateway/state/state-key.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { visible } from '../../model/visible.ts';
import { safeJson } from '../output/json-text.ts';
import type { HttpSettings } from './config/http-settings.ts';

export interface OpenedAudit {
  readonly audit: AuditLog;
  readonly policy: AuditPolicy;
}

interface AuditServices {
  readonly host: Host;
  readonly mask: (text: string) => string;
  readonly shared: SharedState | undefined;
  readonly tell: (text: string) => void;
}

/** The audit log that the settings ask for. */
export function openAudit(
  { audit, stateKey }: Pick<HttpSettings['fixed'], 'audit' | 'stateKey'>,
  { host, mask, shared, tell }: AuditServices,
): OpenedAudit | undefined {
  const { file, stream, arguments: record = 'none', servers } = audit ?? {};
  if (file === undefined && stream === undefined) return undefined;
  if (stream !== undefined && !shared) throw wrong('audit.stream needs a shared state (--state redis://…).');
  const path = file === '-' || file === undefined ? undefined : resolve(host.cwd, file);
  requireFile(path);
  const usesHash = [record, ...Object.values(servers ?? {})].includes('hash');
  const policy = { record, ...(servers && { servers }), ...(usesHash && { key: keyOf(stateKey, path, stream) }) };
  const onFault = (error: unknown): void => tell(`The audit log cannot be written: ${visible(String(error))}`);
  const logs = [
    ...(file === undefined ? [] : [openAuditLog({ path: path ?? toStandardOutput, mask, onFault })]),
    ...(shared && stream !== undefined ? [openAuditStream(shared, { entries: stream, mask, onFault })] : []),
  ];
  return { audit: joinAuditLogs(logs), policy };
}

/** A gateway that should be audited does not start without its log. If writing fails later, it goes on and says so. */
function requireFile(path: string | undefined): void {
  try {
    if (path !== undefined) requireWritable(path);
  } catch (error) {
    throw wrong(`The audit log cannot be written: ${String(error)}`);
  }
}

const toStandardOutput = (lines: string): void => void process.stdout.write(safeJson(lines));

/** All gateways of a stream must use the same key, and it must not be beside the stream. */
function keyOf(secret: string | undefined, path: string | undefined, stream: number | undefined): Uint8Array {
  if (secret !== undefined) return stateKeyFor('audit', secret);
  if (stream !== undefined) throw wrong('Hashes of arguments in audit.stream need a key: set PLUGBOARD_STATE_KEY.');
  return path === undefined ? randomBytes(32) : keyBeside(path);
}

/** The key of a log is in a private file beside it, so that its owner can look up arguments. */
function keyBeside(log: string): Uint8Array {
  const path = `${log}.key`;
  try {
    writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST'))
      throw wrong(`The key of the audit log cannot be written: ${String(error)}`);
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex');
  if (key.length === 32) return key;
  throw wrong(`${path} is not the key of an audit log. Delete it to get a new one.`);
}

function wrong(message: string): PlugboardError<'usage'> {
  return new PlugboardError('usage', { message });
}
