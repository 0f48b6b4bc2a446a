import type { Contender } from './contender.ts';
import { direct } from './contenders/direct.ts';
import { mcpHub } from './contenders/mcp-hub.ts';
import { mcpProxy } from './contenders/mcp-proxy.ts';
import { mcpRemote } from './contenders/mcp-remote.ts';
import { mcporter } from './contenders/mcporter.ts';
import { plugboard } from './contenders/plugboard.ts';
import { references } from './contenders/references.ts';
import { supergateway } from './contenders/supergateway.ts';

/** No gateway, ours, the references, and third-party gateways. */
export const contenders: readonly Contender[] = [
  ...direct,
  ...plugboard,
  ...references,
  ...mcporter,
  mcpHub,
  mcpProxy,
  mcpRemote,
  supergateway,
];
