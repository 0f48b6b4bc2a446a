import { applyPlan } from './apply-plan.ts';
import { diagnose } from './diagnose.ts';
import { planChange } from './plan-change.ts';
import { searchRegistry } from './search-registry.ts';
import { explain, getServer, listServers } from './servers.ts';
import type { Tool } from './tool.ts';
import { undo } from './undo.ts';

/** All tools, in the order in which they are listed. At most ten, because every client pays for them with context. */
export const allTools: readonly Tool[] = [
  listServers,
  getServer,
  explain,
  diagnose,
  searchRegistry,
  planChange,
  applyPlan,
  undo,
];
