import * as z from 'zod';
import { switchTools } from '../../live/tools/switch-tools.ts';
import { notFound } from '../../manage/no-such-server.ts';
import { name, names, targets } from './fields.ts';
import type { OperationKind, OperationOf } from './operation.ts';
import { targetFrom } from './targets.ts';

/** Enables or disables single tools of a server. */
export const switchToolsOf: OperationKind<OperationOf<'tools'>> = {
  schema: z.object({
    kind: z.literal('tools'),
    server: name,
    tools: names,
    on: z.boolean(),
    targets,
  }),
  async build({ server, tools, on, targets: wanted }, api) {
    const runtime = await api.runtime();
    const here = runtime.servers.find((one) => one.name === server);
    if (!here) throw notFound(server, { servers: runtime.servers, invalid: runtime.unusable });
    const known = runtime.tools.servers.get(server)?.tools.map((tool) => tool.name) ?? [];
    const change = { server, tools, on, known, definition: here };
    return switchTools(
      api.host,
      change,
      wanted.map((target) => targetFrom(target)),
    );
  },
};
