import { PlugboardError } from '../../model/error.ts';
import type { CopiedDefinition } from '../../model/origin.ts';
import { visibleLines } from '../../model/visible.ts';
import { rememberProjectBorn } from '../../store/trust/project-born.ts';
import type { CommandContext } from '../command-context.ts';

/** Remembers what is printed of a project. A home that cannot be written to is no reason not to print it. */
export async function rememberPrinted(
  copied: readonly CopiedDefinition[],
  { host, output }: CommandContext,
): Promise<void> {
  try {
    await rememberProjectBorn(host, copied);
  } catch (error) {
    if (!(error instanceof PlugboardError)) throw error;
    output.talk(
      `${output.mark('warning')} Cannot remember that this is from a project: ${visibleLines(error.message)}`,
    );
  }
}
