import { runtimeServices } from '../../live/runtime-services.ts';
import { failureOf } from '../../live/test-server.ts';
import { withToolLimits } from '../../live/tool-limits.ts';
import type { Server } from '../../model/server.ts';
import { createManager } from '../../runtime/manager.ts';
import { readTools } from '../../runtime/tools/listed-tool.ts';
import { toolTokens } from '../../runtime/tools/tokens.ts';
import { offersTool } from '../../runtime/tools/tool-filter.ts';
import { fingerprintOf } from '../../runtime/trust/approval.ts';
import type { ServerToRun } from '../../runtime/types.ts';
import { maskDeep } from '../../runtime/values/mask-deep.ts';
import type { ApiContext } from '../api-context.ts';
import type { DraftTestAnswer, DraftTestRequest } from '../contract/servers.ts';
import { checkServer } from '../plans/check-server.ts';
import { draftSource } from '../plans/draft-source.ts';
import { asText } from '../secrets/as-text.ts';
import { restoreSecrets } from '../secrets/restore-secrets.ts';
import type { SecretSource } from '../secrets/secret-sources.ts';
import { sourcesOf } from '../secrets/sources-of.ts';
import { approvalView } from '../views/approval-view.ts';
import { connectionView, toolSummary } from '../views/connection-view.ts';
import { failureStatus } from '../views/failure-status.ts';
import { machineOf } from '../views/machine.ts';

/** Tests an unsaved definition. It runs only as the user saw it, or if it may run already. */
export async function testDraft(request: DraftTestRequest, api: ApiContext): Promise<DraftTestAnswer> {
  const { host } = api;
  const from = request.source === undefined ? undefined : sourcesOf(api).find(request.source);
  const { name: _, disabled: __, ...server } = restoreSecrets(request.server, from?.kept);
  checkServer(request.name, server, 'server');
  const toRun: ServerToRun = { name: request.name, server };
  const isSeen = request.approved === fingerprintOf(toRun, host.env) || (await mayRunAlready(toRun, api));
  if (!isSeen)
    return { outcome: 'approval-needed', approval: approvalView(toRun, 'pending', host, await ownValues(from, api)) };
  const [limited = toRun] = await withToolLimits(host, host.cwd, [toRun]);
  return run(limited, api);
}

/** The stored values in a draft of a server of the person, which the page has only as placeholders. */
async function ownValues(from: SecretSource | undefined, api: ApiContext): Promise<string[]> {
  if (!from || (await draftSource(from, api))) return [];
  return [...from.kept.values()].map(asText);
}

/** Whether the same program or URL is already in use with the same values. */
async function mayRunAlready({ name, server }: ServerToRun, api: ApiContext): Promise<boolean> {
  const { here, permissions } = await machineOf(api)();
  const known = here.get(name);
  if (!known || (permissions.get(name) ?? 'approved') !== 'approved') return false;
  const now: ServerToRun = { ...known, server };
  return fingerprintOf(now, api.host.env) === fingerprintOf(known, api.host.env);
}

async function run(toRun: ServerToRun, { host }: ApiContext): Promise<DraftTestAnswer> {
  const services = runtimeServices(host, host.cwd, {});
  const once: Server = { ...toRun.server, retries: 0 };
  const manager = createManager({ ...services, servers: [{ ...toRun, server: once }] });
  const began = performance.now();
  try {
    const session = await manager.connections.get(toRun.name)?.ready();
    if (!session) throw new Error('The server could not be started.');
    const { tools } = readTools(await session.listAll('tools'));
    const ms = Math.round(performance.now() - began);
    const summaries = tools.map((tool) => toolSummary(tool, offersTool(toRun, tool.name), toolTokens(tool)));
    return maskDeep({ outcome: 'ok', info: connectionView(session.info), tools: summaries, ms }, services.mask);
  } catch (error) {
    const status = failureStatus(toRun, failureOf(error), host.now());
    return maskDeep({ outcome: 'failed', status }, services.mask);
  } finally {
    await manager.close();
  }
}
