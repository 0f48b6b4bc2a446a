import type { Command } from 'commander';
import { refreshRegistries } from '../../manage/registry/refresh-registries.ts';
import { searchRegistry, type SearchedRegistry } from '../../manage/registry/search-registry.ts';
import { count } from '../../model/count.ts';
import { visible } from '../../model/visible.ts';
import { wholeNumber } from '../input/whole-number.ts';
import type { Output } from '../output/output.ts';
import { inColumns } from '../output/table.ts';
import type { CommandContext } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { accessOf, declareRegistryFlags, endProgress, type RegistryFlags } from './registry-flags.ts';

interface SearchFlags extends RegistryFlags {
  readonly limit: string;
  readonly deleted?: boolean;
}

export function setUpSearch(registry: Command, context: CommandContext): void {
  const command = registry.command('search').description('Search servers by name, title and description.');
  withExamples(command, 'registry search weather', 'registry search github --limit 50 --json')
    .argument('[words...]', 'words that a server must contain')
    .option('--limit <number>', 'servers to show', '20')
    .option('--deleted', 'include deleted servers')
    .option('--refresh', 'ask for changes first, even if the index is fresh');
  declareRegistryFlags(command).action(async (words: string[], flags: SearchFlags) => {
    const limit = wholeNumber('--limit', flags.limit, 1000, command);
    const access = accessOf(flags, context.output);
    const report = await searchRegistry(context.host, {
      ...access,
      query: words.join(' '),
      limit,
      ...(flags.deleted && { withDeleted: true }),
    }).finally(() => endProgress(context.output));
    const { output } = context;
    if (output.json) return output.data({ ...report, registries: report.registries.map(withoutStale) });
    if (report.servers.length === 0) output.print('No server contains all of these words.');
    const rows = report.servers.map(({ name, version, status, offers, title, description }) => [
      visible(name),
      version,
      status === 'active' ? offers.slice(0, 2).join(', ') : status,
      title === undefined ? description : `${title}: ${description}`,
    ]);
    for (const line of inColumns(rows)) output.print(line);
    const more = report.total - report.servers.length;
    if (more > 0) output.talk(`${count(more, 'more server')}: use --limit or more words`);
    tellProblems(report.registries, output);
  });
}

export function setUpRefresh(registry: Command, context: CommandContext): void {
  const command = registry
    .command('refresh')
    .description('Fill the index of the registry on this machine, or ask for changes.');
  withExamples(command, 'registry refresh', 'registry refresh --registry https://registry.example.com');
  declareRegistryFlags(command).action(async (flags: RegistryFlags) => {
    const { host, output } = context;
    const refreshed = await refreshRegistries(host, accessOf(flags, output)).finally(() => endProgress(output));
    if (output.json) return output.data({ registries: refreshed });
    for (const { registry: address, servers } of refreshed)
      output.print(`${output.mark('ok')} ${visible(address)}  ${count(servers, 'server')}`);
    tellProblems(refreshed, output);
  });
}

function withoutStale({ isStale: _, ...rest }: SearchedRegistry): SearchedRegistry {
  return rest;
}

function tellProblems(registries: readonly SearchedRegistry[], output: Output): void {
  for (const { registry, problem } of registries)
    if (problem !== undefined)
      output.talk(
        `${output.mark('warning')} ${visible(registry)} could not be read, so this may be outdated or incomplete: ${problem}`,
      );
}
