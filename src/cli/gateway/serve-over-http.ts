import { auditGateway, openAuditLog } from '../../gateway/audit/audit-log.ts';
import { serveHttp } from '../../gateway/http/serve-http.ts';
import { visible } from '../../model/visible.ts';
import type { CommandContext } from '../program/command-context.ts';
import { startDirectoryReporter } from '../runtime/report-start-directory.ts';
import { followedToken } from './follow-token.ts';
import { interrupted } from './interrupted.ts';
import { faultText, keepServing } from './keep-serving.ts';
import { type GatewayHere, openGateway } from './open-gateway.ts';
import { optimizeEarlier } from './optimize-earlier.ts';
import type { ServeFlags } from './serve-flags.ts';
import { reportMissing } from './tell-missing.ts';
import { reportStates } from './tell-states.ts';

/** Serves the gateway over HTTP. The token is in a file that only its owner can read. */
export async function serveOverHttp(
  flags: ServeFlags,
  port: number | undefined,
  settings: GatewayHere,
  context: CommandContext,
): Promise<void> {
  const { host, output } = context;
  const token = await followedToken(host);
  const opened = await openGateway(host, { ...settings, log: startDirectoryReporter(context) });
  const { gateway, watch, mask, flush } = opened;
  // A server that keeps running would keep this process alive too, so everything ends even if it cannot listen.
  const ends: (() => unknown)[] = [keepServing(context), flush, async () => gateway.close(), watch()];
  try {
    output.hide(mask);
    reportMissing(opened.here, context);
    optimizeEarlier(gateway);
    ends.push(reportStates(gateway, context));
    const audit = flags.audit === undefined ? undefined : openAuditLog({ path: flags.audit, mask });
    if (audit) ends.unshift(() => audit.close(), auditGateway(gateway, audit));
    const front = await serveHttp(gateway, {
      token: token.current,
      tell: (text) => output.talk(text),
      ...(audit && { audit }),
      onFault: (error) => output.talk(faultText(String(error))),
      ...(flags.host !== undefined && { host: flags.host }),
      ...(port !== undefined && { port }),
    });
    ends.push(async () => front.close());
    const stopFollowing = token.follow((fault) => {
      // Clients with the old token must authenticate again.
      front.endStreams();
      output.talk(fault === undefined ? 'The token was replaced.' : `${visible(fault)} All clients get 401.`);
    });
    ends.push(stopFollowing);
    output.print(front.url);
    output.talk(`Connect a client with: plugboard connect <client> --http ${front.url}`);
    await interrupted();
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}
