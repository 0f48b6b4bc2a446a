import type { Host } from '../../model/host.ts';
import { maskLine } from '../../model/secrets/secret.ts';
import { shortPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import { journalNames } from '../../store/journal/journal.ts';
import { catalogPath } from '../../store/state/catalog-path.ts';
import { places } from '../../store/state/places.ts';
import { inColumns } from '../output/table.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { variablesIn, ownVariables } from '../program/environment.ts';
import { withExamples } from '../program/examples.ts';

export const setUpConfig: CommandSetup = (command, context) => {
  const { output } = context;
  withExamples(command, 'config', 'config --json', 'config path catalog').action(() => printPaths(context));
  const path = command.command('path').description('Print one of the paths, for scripts.');
  withExamples(path, 'config path', 'config path state')
    .addArgument(path.createArgument('[place]', 'path to print').choices(stateLocationNames).default('catalog'))
    .action((place: StateLocation) => {
      const found = stateLocations[place].path(context.host);
      if (output.json) output.data({ place, path: found });
      else output.print(found);
    });
};

async function printPaths({ output, host }: CommandContext): Promise<void> {
  const found = await Promise.all(
    stateLocationNames.map(async (place) => {
      const path = stateLocations[place].path(host);
      const exists = (await host.fs.kindOf(path)) !== undefined;
      return { place, path, exists, decidedBy: decidedBy(place, host) };
    }),
  );
  const variables = Object.entries(variablesIn(host)).map(([name, value]) => [name, maskLine(value)] as const);
  const changes = (await journalNames(host)).done.length;
  if (output.json) {
    const places = Object.fromEntries(found.map(({ place, ...rest }) => [place, rest]));
    return output.data({ ...places, history: { changes }, environment: Object.fromEntries(variables) });
  }
  const rows = found.map(({ place, path, exists, decidedBy: by }) => [
    `${output.mark(exists ? 'ok' : 'none')} ${place}`,
    shortPath(path, host),
    output.style(
      'dim',
      [stateLocations[place].holds, ...(exists ? [] : ['does not exist yet']), ...(by ? [`by ${by}`] : [])].join(', '),
    ),
  ]);
  for (const line of inColumns(rows)) output.print(line);
  output.print(`${changes === 1 ? '1 change' : `${changes} changes`} in the history`);
  if (variables.length > 0) output.print(['', 'Set in the environment:']);
  for (const [name, value] of variables) output.print(`  ${name}=${visible(value)}`);
}

type Surroundings = Pick<Host, 'cwd' | 'env' | 'home' | 'platform'>;

/** Locations of Plugboard's own files. */
const stateLocations = {
  catalog: { holds: 'your servers', path: (host: Surroundings) => catalogPath(host, 'user') },
  project: { holds: 'the servers of this project', path: (host: Surroundings) => catalogPath(host, 'project') },
  state: { holds: 'history and backups', path: (host: Surroundings) => places(host).state },
  cache: { holds: 'caches, safe to delete', path: (host: Surroundings) => places(host).cache },
} as const;

type StateLocation = keyof typeof stateLocations;
const stateLocationNames = Object.keys(stateLocations) as StateLocation[];

/** The variable that determines a location, if any. */
function decidedBy(place: StateLocation, host: Host): string | undefined {
  const { path } = stateLocations[place];
  const here = path(host);
  return Object.keys(ownVariables).find(
    (name) => host.env[name] !== undefined && path({ ...host, env: { ...host.env, [name]: undefined } }) !== here,
  );
}
