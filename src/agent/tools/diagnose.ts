import * as z from 'zod';
import { examine } from '../../doctor/examine.ts';
import { disabledError } from '../../live/disabled-error.ts';
import { openRuntime } from '../../live/open-runtime.ts';
import { testServer } from '../../live/test-server.ts';
import { notFound } from '../../manage/no-such-server.ts';
import { reads } from '../../mcp/annotations.ts';
import { pageList } from '../../mcp/page.ts';
import { describe } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { maskLine } from '../../model/secrets/secret.ts';
import { visible } from '../../model/visible.ts';
import { maskDeep } from '../../runtime/values/mask-deep.ts';
import { type Data, tool } from './tool.ts';

export const diagnose = tool({
  name: 'diagnose',
  title: 'Diagnose servers',
  description:
    'Report issues of config files and servers, with fixes. For one server it also connects and lists its tools, if it is approved.',
  annotations: reads,
  input: z.object({
    server: z.string().min(1).max(200).optional(),
    test: z.boolean().default(true).describe('false: start and contact nothing.'),
    cursor: z.string().optional(),
  }),
  output: z.looseObject({
    issues: z.array(z.unknown()),
    total: z.number(),
    nextCursor: z.string().optional(),
    test: z.looseObject({ outcome: z.enum(['ok', 'failed', 'refused']) }).optional(),
  }),
  async run({ server, test, cursor }, { host, room }) {
    const tested = server !== undefined && test ? await testOne(host, server) : undefined;
    const issues = await issuesOf(host, server);
    const { items, ...page } = pageList(issues, issues.length, cursor, room - (tested ? 3000 : 0));
    return { ...(tested && { test: tested }), issues: items, ...page };
  },
});

export async function issuesOf(host: Host, server?: string): Promise<Data[]> {
  const { issues } = await examine(host, server === undefined ? {} : { names: [server] });
  return issues.map((issue) => {
    const { message, fix } = describe(issue);
    return {
      code: issue.code,
      severity: issue.severity,
      server: issue.server,
      client: issue.client,
      file: issue.file,
      line: issue.range?.start.line,
      message: visible(maskLine(message)),
      fix: fix === undefined ? undefined : visible(maskLine(fix)),
      evidence: issue.evidence.length === 0 ? undefined : issue.evidence.map((line) => visible(maskLine(line))),
    };
  });
}

/** Starts or contacts one server that may run, and lists its tools. */
async function testOne(host: Host, name: string): Promise<Data> {
  const runtime = await openRuntime(host, { names: [name], verify: 'none' });
  try {
    const found = runtime.servers.find((one) => one.name === name);
    if (!found) throw notFound(name, { servers: runtime.servers, invalid: runtime.unusable });
    const refusal = found.disabled ? disabledError(found) : await runtime.refusal(found);
    const permission = refusal ? 'approved' : await runtime.approvals.permissionFor(found);
    const why =
      permission === 'approved'
        ? refusal
        : new PlugboardError(permission === 'denied' ? 'approval-denied' : 'approval-needed', { name });
    if (why) return { outcome: 'refused', code: why.code, message: maskLine(why.message) };
    const { ms, failure } = await testServer(name, runtime);
    const tools = runtime.tools.servers.get(name)?.tools.map((one) => one.name) ?? [];
    return maskDeep(
      failure
        ? { outcome: 'failed', ms, ...failure }
        : { outcome: 'ok', ms, tools: tools.slice(0, 100), toolCount: tools.length },
      runtime.mask,
    );
  } finally {
    await runtime.close();
  }
}
