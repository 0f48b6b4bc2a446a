import type { Command } from 'commander';
import type { ClientId } from '../../clients/registry.ts';
import { isClientName } from '../../gateway/catalog/view-text.ts';
import type { Gateway } from '../../gateway/session/session.ts';
import { serveStdio } from '../../gateway/stdio/serve-stdio.ts';
import type { Profile } from '../../model/fields/catalog-fields.ts';
import { chooseClient } from '../input/choose-client.ts';
import { wholeNumber } from '../input/whole-number.ts';
import { lockToEnforce, warnAboutLock } from '../lock/require-lock.ts';
import { watchOutput } from '../output/standard-streams.ts';
import type { CommandContext } from '../program/command-context.ts';
import { startDirectoryReporter } from '../runtime/report-start-directory.ts';
import { interrupted } from './interrupted.ts';
import { keepServing } from './keep-serving.ts';
import { numberIn } from './number-in.ts';
import { type GatewayHere, openGateway } from './open-gateway.ts';
import type { ServeFlags } from './serve-flags.ts';
import { reportMissing } from './tell-missing.ts';
import { reportStates } from './tell-states.ts';
import { optimizeEarlier } from './tune-v8.ts';
import { viewIn } from './view-flags.ts';

const DRAIN_MS = 2000;

export async function serve(
  flags: ServeFlags,
  command: Command,
  context: CommandContext,
  profile?: Profile,
): Promise<void> {
  const locked = await lockToEnforce(context.host, flags);
  const settings = { ...settingsIn(flags, command), ...(profile && { profile }), ...(locked && { locked }) };
  const { client } = flags;
  if (client !== undefined && !isClientName(client)) command.error('error: --client must be the name of a client');
  if (flags.http !== undefined || flags.config !== undefined) {
    const port = typeof flags.http === 'string' ? wholeNumber('--http', flags.http, 65_535, command) : undefined;
    const { serveOverHttp } = await import('./serve-over-http.ts');
    return serveOverHttp({ flags, port, command }, settings, context);
  }
  const opened = await openGateway(context.host, { ...settings, log: startDirectoryReporter(context) });
  const { gateway, watch, mask, flush } = opened;
  context.output.hide(mask);
  reportMissing(opened.here, context, settings.servers);
  await warnAboutLock(context, opened.here.servers);
  optimizeEarlier(gateway);
  const stopTelling = reportStates(gateway, context);
  const stopKeeping = keepServing(context);
  const stopWatching = watch();
  const stopAudit = flags.audit === undefined ? undefined : await auditTo(flags.audit, gateway, mask);
  // A user who runs this at a terminal would see no output.
  if (process.stdin.isTTY) context.output.talk(forPeople);
  const endIfUnwritable = watchOutput();
  const served = serveStdio(gateway, {
    input: process.stdin,
    output: process.stdout,
    tell: (text) => context.output.talk(text),
    ...(client !== undefined && { view: client }),
  });
  await Promise.race([served, interrupted()]);
  stopWatching();
  stopTelling();
  await gateway.close(DRAIN_MS);
  await flush();
  stopAudit?.();
  stopKeeping();
  // The other end of the pipe may stay open.
  process.stdin.destroy();
  endIfUnwritable();
  // A client that does not read must not keep this process alive.
  if (process.stdout.writableLength > 0) setTimeout(() => process.exit(), DRAIN_MS).unref();
}

const forPeople = `This serves a client on standard input and output; clients start it themselves.
Connect one with: plugboard connect <client>     Stop with Ctrl+C.`;

async function auditTo(path: string, gateway: Gateway, mask: (text: string) => string): Promise<() => void> {
  const { auditGateway, openAuditLog } = await import('../../gateway/audit/audit-log.ts');
  const log = openAuditLog({ path, mask });
  const stop = auditGateway(gateway, log);
  return () => {
    stop();
    log.close();
  };
}

function settingsIn(flags: ServeFlags, command: Command): GatewayHere {
  const { from, strict } = flags;
  const { servers, ...view } = viewIn(flags, command);
  const idleMs = numberIn(flags.idle, '--idle', command) * 60_000;
  const callMs = numberIn(flags.callTimeout, '--call-timeout', command) * 1000;
  return {
    limits: { idleMs, callMs },
    view,
    ...(from !== undefined && {
      clients: from.split(',').map((id) => chooseClient(id.trim(), command).id as ClientId),
    }),
    // Servers outside the view are not started.
    ...(servers && { servers }),
    ...(strict && { strict }),
    ...((flags.http !== undefined || flags.config !== undefined) && { isEager: true }),
  };
}
