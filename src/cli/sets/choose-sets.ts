import { masked, targetOfServer } from '../../manage/masked-server.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import type { Value } from '../../model/value.ts';
import type { ConfigSet } from '../../sets/config-set.ts';
import type { CommandContext } from '../command-context.ts';
import { takeKeys } from '../input/keys.ts';
import { Interrupted } from '../interrupted.ts';
import { isTerminal } from '../standard-streams.ts';
import type { PickableSet } from '../tui/pickable-set.ts';

/** Asks which sets to start with: on the whole terminal where there is one, else by number. Undefined: none of it. */
export async function chooseSets(
  context: CommandContext,
  sets: readonly ConfigSet[],
  before: readonly string[],
  title: string,
): Promise<readonly string[] | undefined> {
  const { output } = context;
  if (!isTerminal('stdin') || !isTerminal('stdout') || process.env['TERM'] === 'dumb') {
    const { askNumbers } = await import('./ask-numbers.ts');
    return askNumbers(sets, before, output);
  }
  const { pickSets } = await import('../tui/pick-sets.tsx');
  const { stdout } = process;
  const { colour, ascii } = output;
  const { tokensOfSets } = await import('./set-tokens.ts');
  const tokens = await tokensOfSets(context.host, sets);
  const pickables = sets.map((set) => pickable(set, tokens.get(set.name)));
  const { stdin, release } = takeKeys();
  const shown = { sets: pickables, chosen: before, title, stdin, stdout, colour, ascii };
  const picked = await pickSets(shown).finally(release);
  if (picked.outcome === 'interrupted') throw new Interrupted('Nothing started.');
  return picked.outcome === 'quit' ? undefined : picked.names;
}

function pickable({ name, display, note, error, servers }: ConfigSet, tokens: number | undefined): PickableSet {
  return {
    name,
    display,
    ...(note === undefined ? {} : { note }),
    ...(error === undefined ? {} : { error }),
    ...(tokens === undefined ? {} : { tokens }),
    servers: Object.entries(servers).map(([key, server]) => ({
      name: key,
      transport: inferTransport(server),
      runs: targetOfServer(server),
    })),
    // There may be thousands of sets, of which a few are looked at.
    get preview() {
      const shown = Object.entries(servers).map(([key, server]) => [key, inWordsOfSets(server)]);
      return JSON.stringify({ mcpServers: Object.fromEntries(shown) }, undefined, 2).split('\n');
    },
  };
}

/** As it stands in the file, without its secrets. */
function inWordsOfSets({ transport, ...rest }: Server): object {
  return { ...(transport === undefined ? {} : { type: transport }), ...(masked(rest as Value) as object) };
}
