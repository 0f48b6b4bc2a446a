import type { Client } from '../../clients/types.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { shortPath } from '../../model/short-path.ts';
import type { ConfigSet } from '../../sets/config-set.ts';
import { projectOf } from '../../sets/project-of.ts';
import { readSelection, saveSelection } from '../../sets/selection.ts';
import { withHead } from '../output/terminal-lines.ts';
import type { CommandContext } from '../program/command-context.ts';
import { ExitCode } from '../program/exit-code.ts';
import { chooseSets } from './choose-sets.ts';
import { usableSet } from './known-sets.ts';

export interface SetPrompt {
  /** Reads all sets; called again after one was edited. */
  readonly read: () => Promise<ConfigSet[]>;
  readonly directory: string;
  readonly client: Client;
  readonly ignoreCache?: boolean;
  readonly save: boolean;
}

/** Prompts for sets and saves the selection for this project. Undefined if the user cancels. */
export async function askForSets(context: CommandContext, asked: SetPrompt): Promise<ConfigSet[] | undefined> {
  const { host, output } = context;
  const { read, directory, client } = asked;
  if (!context.mayAsk)
    throw new PlugboardError('usage', {
      message: 'run needs set names or --servers, because it cannot prompt here (--no-input, --json or CI is set)',
    });
  const known = await read();
  if (known.length === 0) {
    output.talk(
      `${output.mark('info')} No sets in ${shortPath(directory, host)} yet; create one with: plugboard sets create`,
    );
    return [];
  }
  const key = { project: await projectOf(host, host.cwd), directory };
  const remembered = asked.ignoreCache ? [] : ((await readSelection(host, key)) ?? []);
  const before = remembered.filter((name) => known.some((set) => set.name === name && set.error === undefined));
  const choice = await chooseSets(context, { known, read, before, title: `Start ${client.name} with` });
  if (!choice) {
    output.exitCode = ExitCode.failed;
    output.talk('Nothing started.');
    return undefined;
  }
  if (asked.save && !context.globals.dryRun) {
    // A failure to save must not prevent the start.
    await saveSelection(host, key, choice.names).catch((error: unknown) => {
      output.talk(withHead(`${output.mark('warning')} `, error instanceof Error ? error.message : String(error)));
    });
  }
  return choice.names.map((name) => usableSet(name, choice.sets, directory));
}
