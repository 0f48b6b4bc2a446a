import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { CopiedDefinition } from '../../model/origin.ts';
import { recordCopies } from '../../store/approvals/copied-definitions.ts';
import { withHead } from '../output/terminal-lines.ts';
import type { CommandContext } from '../program/command-context.ts';

/** Records that printed definitions came from a project. A failure to write does not prevent printing. */
export async function recordPrinted(
  copied: readonly CopiedDefinition[],
  { host, output }: CommandContext,
): Promise<void> {
  try {
    await recordCopies(host, copied);
  } catch (error) {
    if (!(error instanceof PlugboardError)) throw error;
    output.talk(withHead(`${output.mark('warning')} Cannot record that this is from a project: `, error.message));
  }
}
