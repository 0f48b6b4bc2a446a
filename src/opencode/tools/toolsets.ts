import * as z from 'zod';
import { reads, sets } from '../../mcp/annotations.ts';
import { type EnabledToolsets, type Toolset, toolsetNames, toolsets } from '../toolset.ts';
import { type Data, tool } from './tool.ts';

const output = z.looseObject({ toolsets: z.array(z.looseObject({ toolset: z.string(), enabled: z.boolean() })) });

export const toolsetList = tool({
  name: 'opencode_toolset_list',
  title: 'List toolsets',
  toolset: 'admin',
  always: true,
  description: 'List the opencode toolsets and which are enabled.',
  annotations: reads,
  input: z.object({}),
  output,
  run: async (_, call) => describe(call.toolsets),
});

export const toolsetEnable = tool({
  name: 'opencode_toolset_enable',
  title: 'Enable or disable a toolset',
  toolset: 'admin',
  always: true,
  description: 'Enable or disable an opencode toolset. Updates the tool list at once.',
  annotations: sets,
  input: z.object({
    toolset: z.enum(toolsetNames as [Toolset, ...Toolset[]]),
    enabled: z.boolean().default(true),
  }),
  output,
  async run({ toolset, enabled }, call) {
    call.toolsets.set(toolset, enabled);
    return describe(call.toolsets);
  },
});

function describe(on: EnabledToolsets): Data {
  return { toolsets: toolsetNames.map((toolset) => ({ toolset, enabled: on.has(toolset), about: toolsets[toolset] })) };
}
