import { PlugboardError } from '../../model/diagnostics/error.ts';
import { visible } from '../../model/visible.ts';
import { changeOf } from '../../runtime/tools/pins/compare-pins.ts';
import { differenceLines } from '../reload/difference-lines.ts';
import type { PreparedCall } from './prepare-call.ts';
import { reportToolChanges } from './tool-warnings.ts';
import type { Use } from './with-runtime.ts';

/**
 * Whether a call may be sent, given the tool's definition. The gateway withholds a tool that changed since it was
 * accepted; here a person may call it, and a script needs `--allow-changed`. `--yes` is not enough, since it only
 * covers expected prompts.
 */
export async function confirmChangedTool({ tool }: PreparedCall, isAllowed: boolean, use: Use): Promise<boolean> {
  const { runtime, context } = use;
  const { output, globals } = context;
  const { serverName: server, mcpToolName: name } = tool;
  const difference = runtime.pins.differenceOf(server);
  if (!difference) return true;
  const own = runtime.mask(name);
  if (changeOf(own, difference) !== 'changed' || isAllowed) {
    reportToolChanges([{ server, difference }], output);
    return true;
  }
  if (!context.interactive || globals.yes) throw new PlugboardError('tool-not-accepted', { server, tool: name });
  const changed = difference.changed.filter((one) => one.tool === own);
  output.talk(`${output.mark('warning')} ${visible(name)} of ${visible(server)} changed since it was accepted:`);
  for (const line of differenceLines({ added: [], removed: [], changed }, true, output)) output.talk(line);
  const { confirm } = await import('../input/ask.ts');
  return confirm('Call it as it is now?');
}
