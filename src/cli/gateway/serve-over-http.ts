import { auditGateway, openAuditLog } from '../../gateway/audit/audit-log.ts';
import { serveHttp } from '../../gateway/http/serve-http.ts';
import type { CommandContext } from '../command-context.ts';
import { interrupted } from './interrupted.ts';
import { type GatewayHere, openGateway } from './open-gateway.ts';
import type { ServeFlags } from './serve-flags.ts';
import { tellStates } from './tell-states.ts';

/** The gateway at an address. The token that it wants is kept in a file which only its owner can read. */
export async function serveOverHttp(flags: ServeFlags, settings: GatewayHere, context: CommandContext): Promise<void> {
  const { host, output } = context;
  const { gatewayToken } = await import('../../store/gateway-token.ts');
  const token = await gatewayToken(host);
  const { gateway, watch } = await openGateway(host, settings);
  const stopTelling = tellStates(gateway, context);
  const stopWatching = watch();
  const audit = flags.audit === undefined ? undefined : openAuditLog({ path: flags.audit });
  const stopAudit = audit && auditGateway(gateway, audit);
  const front = await serveHttp(gateway, {
    token,
    ...(audit && { audit }),
    ...(flags.host !== undefined && { host: flags.host }),
    ...(typeof flags.http === 'string' && { port: Number(flags.http) }),
  });
  output.print(front.url);
  await interrupted();
  stopWatching();
  await front.close();
  stopTelling();
  await gateway.close();
  stopAudit?.();
  audit?.close();
}
