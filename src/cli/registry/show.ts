import type { Command } from 'commander';
import { showRegistryServer, type ShownServer } from '../../manage/registry/show-registry-server.ts';
import { visible } from '../../model/visible.ts';
import type { RequestedInput } from '../../registry/install/inputs.ts';
import type { Output } from '../output/output.ts';
import { ago } from '../output/relative-time.ts';
import { inColumns } from '../output/table.ts';
import type { CommandContext } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { accessOf, declareRegistryFlags, type RegistryFlags, splitVersion } from './registry-flags.ts';

export function setUpShow(registry: Command, context: CommandContext): void {
  const command = registry
    .command('show')
    .description('Show a server of the registry: versions, packages, and what it needs.');
  withExamples(
    command,
    'registry show io.github.acme/weather',
    'registry show io.github.acme/weather@1.2.0 --json',
  ).argument('<registry-name>', 'name in the registry, with @version for a version other than the latest');
  declareRegistryFlags(command).action(async (word: string, flags: RegistryFlags) => {
    const { host, output } = context;
    const shown = await showRegistryServer(host, { ...accessOf(flags, output), ...splitVersion(word) });
    if (output.json) return output.data(shown);
    print(shown, output, host.now());
  });
}

function print(shown: ShownServer, output: Output, now: Date): void {
  const { publishedAt, versions, lookAlikes, problem } = shown;
  output.print(output.style('bold', visible(shown.title ?? shown.name)));
  output.print(visible(shown.description));
  const rows = [
    ['name', shown.name],
    ['namespace', shown.namespace],
    ['version', `${shown.version}${shown.status === 'active' ? '' : ` (${shown.status})`}`],
    ...(publishedAt === undefined
      ? []
      : [['published', `${publishedAt.slice(0, 10)} (${ago(new Date(publishedAt), now)})`]]),
    ...(shown.statusMessage === undefined ? [] : [['note', shown.statusMessage]]),
    ...(shown.repository === undefined ? [] : [['source', shown.repository]]),
    ...(shown.websiteUrl === undefined ? [] : [['website', shown.websiteUrl]]),
    [
      'versions',
      versions
        .slice(0, 8)
        .map(({ version, status }) => (status === 'active' ? version : `${version} (${status})`))
        .join(', '),
    ],
    ['registry', shown.registry],
  ];
  for (const line of inColumns(rows)) output.print(`  ${visible(line)}`);
  for (const { id, what, inputs } of shown.offers) {
    output.print(['', `${output.style('bold', id)}  ${visible(what)}`]);
    for (const line of inColumns(inputs.map(inputRow))) output.print(`  ${visible(line)}`);
  }
  if (shown.unusable.length > 0) output.print(['', `Cannot be installed: ${visible(shown.unusable.join(', '))}`]);
  for (const other of lookAlikes) output.talk(`${output.mark('warning')} The name looks like ${visible(other)}`);
  if (problem !== undefined) output.talk(`${output.mark('warning')} The registry could not be asked: ${problem}`);
  if (shown.offers.length > 0) output.talk(['', `Install it with: plugboard registry install ${shown.name}`]);
}

function inputRow({ id, isRequired, isSecret, description = '', default: usual, choices }: RequestedInput): string[] {
  const kinds = [...(isRequired ? ['required'] : []), ...(isSecret ? ['secret'] : [])].join(', ');
  const values = choices ? ` (${choices.join(', ')})` : usual === undefined ? '' : ` (default: ${usual})`;
  return [id, kinds, `${description}${values}`.trim()];
}
