import { masked, targetOfServer } from '../../manage/secrets/masked-server.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import type { Value } from '../../model/value.ts';
import type { ConfigSet } from '../../sets/config-set.ts';
import { takeKeys } from '../input/keys.ts';
import { isTerminal } from '../output/standard-streams.ts';
import type { CommandContext } from '../program/command-context.ts';
import { ExitCode } from '../program/exit-code.ts';
import { Interrupted } from '../program/interrupted.ts';
import type { PickOptions } from '../tui/picker/pick-sets.tsx';
import type { PickableSet } from '../tui/picker/pickable-set.ts';

interface PickRequest {
  readonly known: readonly ConfigSet[];
  /** Reloads the sets. */
  readonly read: () => Promise<readonly ConfigSet[]>;
  /** The previously selected names. */
  readonly before: readonly string[];
  readonly title: string;
}

interface Choice {
  readonly names: readonly string[];
  /** The current sets: one may have been edited. */
  readonly sets: readonly ConfigSet[];
}

/** Prompts for sets, full-screen on a terminal, otherwise by number. Undefined if the user cancels. */
export async function chooseSets(context: CommandContext, asked: PickRequest): Promise<Choice | undefined> {
  const { known, before } = asked;
  if (!isTerminal('stdin') || !isTerminal('stdout') || process.env['TERM'] === 'dumb') {
    const { askNumbers } = await import('./ask-numbers.ts');
    return { names: askNumbers(known, before, context.output), sets: known };
  }
  return pickOnScreen(context, asked);
}

async function pickOnScreen(context: CommandContext, asked: PickRequest): Promise<Choice | undefined> {
  const { host, output } = context;
  const { before: chosen, read, title } = asked;
  const { color, ascii } = output;
  const { stdout } = process;
  const { pickSets } = await import('../tui/picker/pick-sets.tsx');
  const { tokensOfSets } = await import('./set-tokens.ts');
  let sets = asked.known;
  let resume: PickOptions['resume'];
  for (;;) {
    const tokens = await tokensOfSets(host, sets);
    const pickables = sets.map((set) => pickable(set, tokens.get(set.name)));
    const { stdin, release } = takeKeys();
    const picked = await pickSets({
      sets: pickables,
      chosen,
      title,
      stdin,
      stdout,
      color,
      ascii,
      ...(resume && { resume }),
    }).finally(release);
    if (picked.outcome === 'interrupted') throw new Interrupted('Nothing started.');
    if (picked.outcome === 'quit') return undefined;
    if (picked.outcome === 'chosen') return { names: picked.names, sets };
    const notice = await edit(picked.at, sets, context);
    resume = { at: picked.at, selected: picked.names, ...(notice !== undefined && { notice }) };
    sets = await read();
  }
}

/** Returns undefined on success, otherwise an error message for the screen. */
async function edit(name: string, sets: readonly ConfigSet[], context: CommandContext): Promise<string | undefined> {
  const set = sets.find((one) => one.name === name);
  if (!set) return undefined;
  const { editSet } = await import('./edit-set.ts');
  try {
    await editSet(context, set);
    return undefined;
  } catch (error) {
    if (error instanceof PlugboardError) return error.message;
    throw error;
  } finally {
    // The result of an edit must not affect the exit code of the program started later.
    context.output.exitCode = ExitCode.ok;
  }
}

function pickable({ name, display, note, error, fix, servers }: ConfigSet, tokens: number | undefined): PickableSet {
  return {
    name,
    display,
    ...(note === undefined ? {} : { note }),
    ...(error === undefined ? {} : { error }),
    ...(fix === undefined ? {} : { fix }),
    ...(tokens === undefined ? {} : { tokens }),
    servers: Object.entries(servers).map(([key, server]) => ({
      name: key,
      transport: inferTransport(server),
      runs: targetOfServer(server),
    })),
    // Computed on demand: there may be thousands of sets, few of which are viewed.
    get preview() {
      const shown = Object.entries(servers).map(([key, server]) => [key, asSetEntry(server)]);
      return JSON.stringify({ mcpServers: Object.fromEntries(shown) }, undefined, 2).split('\n');
    },
  };
}

/** The server as in the set file, with secrets masked. */
function asSetEntry({ transport, ...rest }: Server): object {
  return { ...(transport === undefined ? {} : { type: transport }), ...(masked(rest as Value) as object) };
}
