import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import { startedServers } from '../../store/policy/admit-servers.ts';
import { policyFiles } from '../../store/policy/policy-files.ts';
import type { Plan } from '../../store/write/plan.ts';
import { visibleChanges } from '../plan/plan-words.ts';

/** Our program in a command line, as a path, a package or a word of a shell script. */
const OURS = /(?:^|[/\\@])plugboard(?:\.(?:js|cmd|exe|ps1|mjs))?(?:@[^/\\]*)?$/;
/** Commands of ours that serve. Others approve, decide or change something. */
const SERVING = new Set(['serve', 'exec', 'opencode', 'mcp']);
/** Variables that move our state, and with it approvals and what is known of copies. */
const MOVING = /^(?:PLUGBOARD_|XDG_(?:STATE|CONFIG|DATA|CACHE)_HOME$)/;

/** All words of a definition's command, also those inside of a shell script. */
function wordsOf({ command, args }: Server): string[] {
  const all = [command ?? '', ...(Array.isArray(args) ? args : [])];
  return all.flatMap((word) => word.split(/[\s'"`;&|()=]+/)).filter((word) => word !== '');
}

/** Whether a definition starts the server for assistants and lets it write without asking. */
export function allowsWriting(server: Server): boolean {
  const words = wordsOf(server);
  return words.some((word) => OURS.test(word)) && words.includes('mcp') && words.some((word) => word === '--allow');
}

/** Whether a definition starts Plugboard otherwise than to serve as before. */
function widensRights(server: Server, host: Host): boolean {
  const words = wordsOf(server);
  if (!words.some((word) => OURS.test(word))) return false;
  if (allowsWriting(server) || !words.some((word) => SERVING.has(word))) return true;
  return Object.entries(server.env ?? {}).some(([name, value]) => MOVING.test(name) && host.env[name] !== value);
}

/** Throws if the plan lets an assistant do more with Plugboard than before. The texts decide, whatever made the plan. */
export async function refuseWiderRights(host: Host, plan: Plan): Promise<void> {
  const policies = new Set((await policyFiles(host)).map(({ path }) => path));
  for (const change of visibleChanges(plan, host)) {
    if (policies.has(change.path.replaceAll('\\', '/')))
      throw new PlugboardError('rights-refused', { name: change.path });
    if (change.after === undefined || change.link) continue;
    for (const [name, server] of await startedServers(host, change))
      if (widensRights(server, host)) throw new PlugboardError('rights-refused', { name });
  }
}
