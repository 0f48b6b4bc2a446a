import type { Command } from 'commander';
import type { ClientId } from '../../clients/registry.ts';
import type { Gateway } from '../../gateway/session.ts';
import { serveStdio } from '../../gateway/stdio/serve-stdio.ts';
import { chooseClient } from '../choose-client.ts';
import type { CommandContext } from '../command-context.ts';
import { interrupted } from './interrupted.ts';
import { type GatewayHere, openGateway } from './open-gateway.ts';
import type { ServeFlags } from './serve-flags.ts';
import { tellStates } from './tell-states.ts';

const DRAIN_MS = 2000;

export async function serve(flags: ServeFlags, command: Command, context: CommandContext): Promise<void> {
  const settings = settingsIn(flags, command);
  if (flags.http !== undefined) {
    const { serveOverHttp } = await import('./serve-over-http.ts');
    return serveOverHttp(flags, settings, context);
  }
  const { gateway, watch } = await openGateway(context.host, settings);
  const stopTelling = tellStates(gateway, context);
  const stopWatching = watch();
  const stopAudit = flags.audit === undefined ? undefined : await auditTo(flags.audit, gateway);
  const { client: view } = flags;
  const served = serveStdio(gateway, {
    input: process.stdin,
    output: process.stdout,
    ...(view !== undefined && { view }),
  });
  await Promise.race([served, interrupted()]);
  stopWatching();
  stopTelling();
  await gateway.close(DRAIN_MS);
  stopAudit?.();
  // The other end of the pipe may stay open.
  process.stdin.destroy();
}

async function auditTo(path: string, gateway: Gateway): Promise<() => void> {
  const { auditGateway, openAuditLog } = await import('../../gateway/audit/audit-log.ts');
  const log = openAuditLog({ path });
  const stop = auditGateway(gateway, log);
  return () => {
    stop();
    log.close();
  };
}

function settingsIn(flags: ServeFlags, command: Command): GatewayHere {
  const { names, search, from, only, allow, deny, strict } = flags;
  if (names !== 'prefixed' && names !== 'plain') return command.error('error: --names takes prefixed or plain');
  if (search !== 'off' && search !== 'on' && search !== 'auto')
    return command.error('error: --search takes off, on or auto');
  const idleMs = numberIn(flags.idle, '--idle', command) * 60_000;
  const callMs = numberIn(flags.callTimeout, '--call-timeout', command) * 1000;
  const tools = { ...(allow && { allow: [...allow] }), ...(deny && { deny: [...deny] }) };
  return {
    names,
    search,
    limits: { idleMs, callMs },
    view: () => ({ tools }),
    ...(from !== undefined && {
      clients: from.split(',').map((id) => chooseClient(id.trim(), command).id as ClientId),
    }),
    ...(only !== undefined && { servers: only.split(',').map((name) => name.trim()) }),
    ...(strict && { strict }),
    ...(flags.http !== undefined && { isEager: true }),
  };
}

function numberIn(text: string, option: string, command: Command): number {
  const number = Number(text);
  if (!(number >= 0) || !Number.isFinite(number)) command.error(`error: ${option} takes a number of 0 or more`);
  return number;
}
