import { z } from 'zod';
import type { App } from '../app.ts';
import { type Toolset, toolsetNames, toolsets } from '../toolset.ts';
import { reads, sets } from './annotations.ts';
import { type Data, tool } from './tool.ts';

const output = z.looseObject({
  toolsets: z.array(z.object({ toolset: z.string(), enabled: z.boolean(), about: z.string() })),
});

export const toolsetList = tool({
  name: 'opencode_toolset_list',
  title: 'List toolsets',
  toolset: 'admin',
  always: true,
  description: 'List the groups of opencode tools: which are on, and what the others would add.',
  annotations: reads,
  input: z.object({}),
  output,
  run: async (_, { app }) => describe(app),
});

export const toolsetEnable = tool({
  name: 'opencode_toolset_enable',
  title: 'Switch a toolset',
  toolset: 'admin',
  always: true,
  description: 'Switch a group of opencode tools on or off. The list of tools changes at once.',
  annotations: sets,
  input: z.object({
    toolset: z.enum(toolsetNames as [Toolset, ...Toolset[]]).describe('Which one, from opencode_toolset_list.'),
    enabled: z.boolean().default(true).describe('On or off.'),
  }),
  output,
  async run({ toolset, enabled }, { app }) {
    app.toolsets.set(toolset, enabled);
    return describe(app);
  },
});

function describe({ toolsets: on }: App): Data {
  return { toolsets: toolsetNames.map((toolset) => ({ toolset, enabled: on.has(toolset), about: toolsets[toolset] })) };
}
