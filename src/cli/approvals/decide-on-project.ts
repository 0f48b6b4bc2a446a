import { trustProject } from '../../live/approvals/trusted-project.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { shortPath } from '../../model/short-path.ts';
import type { CommandContext } from '../program/command-context.ts';

/** Runs `approve --project` and `deny --project`. */
export async function decideOnProject(
  isTrusted: boolean,
  words: readonly string[],
  { host, output, globals }: CommandContext,
): Promise<void> {
  if (words.length > 0) throw new PlugboardError('usage', { message: 'Name servers or use --project, not both.' });
  const isDryRun = globals.dryRun ?? false;
  const change = await trustProject(host, isTrusted, isDryRun);
  if (!change) {
    const where = shortPath(host.cwd, host);
    throw new PlugboardError('usage', {
      message: `${where} is your home directory, which needs no trust. Run this in a project.`,
    });
  }
  const { directory, isChanged } = change;
  if (output.json) return output.data({ project: directory, trusted: isTrusted, written: isChanged && !isDryRun });
  const where = shortPath(directory, host);
  const state = isTrusted
    ? 'trusted: your own servers start in it'
    : 'not trusted: your own servers start in your home';
  output.print(`${output.mark(isChanged ? 'ok' : 'none')} ${where} ${isDryRun ? 'would be' : 'is'} ${state}`);
}
