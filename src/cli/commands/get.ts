import type { ShadowReason } from '../../discovery/types.ts';
import { listServers } from '../../manage/list-servers.ts';
import type { ListedServer } from '../../manage/listed-server.ts';
import type { Host } from '../../model/host.ts';
import { inferTransport } from '../../model/server.ts';
import type { Value } from '../../model/value.ts';
import { visible } from '../../model/visible.ts';
import type { CommandContext, CommandSetup } from '../command-context.ts';
import { withExamples } from '../examples.ts';
import { noSuchServer } from '../no-such-server.ts';
import { serverAsData, masked, stateWords } from '../server-words.ts';
import { shortPath } from '../short-path.ts';
import { toJson, toText } from '../show-diagnostic.ts';
import { inColumns } from '../table.ts';

const reasons: Readonly<Record<ShadowReason, string>> = {
  'higher-scope': 'a scope that counts more has the name too',
  'nearer-directory': 'a file nearer to the project has the name too',
  'earlier-file': 'another file that the client prefers has the name too',
  'earlier-entry': 'the name stands earlier in the same file too',
  'managed-only': "an administrator's file is there, and the client reads nothing else then",
  invalid: 'it is not a server the client could use',
  'not-read': 'the client does not look into this file',
};

export const setUpGet: CommandSetup = (command, context) => {
  withExamples(command, 'get github', 'get github --json')
    .argument('<name>', 'the server')
    .option('--all', 'also for assistants that are not on this machine but would read a file that is here')
    .action(async (name: string, { all }: { all?: boolean }) => {
      const { servers } = await listServers(context.host, all ? { all } : {});
      const found = servers.filter((one) => one.name === name);
      if (found.length === 0)
        throw noSuchServer(
          name,
          servers.map((one) => one.name),
        );
      show(name, found, context);
    });
};

function show(name: string, found: readonly ListedServer[], { output, host }: CommandContext): void {
  const findings = found.flatMap((one) => one.findings);
  if (output.json) {
    const definitions = found.map((one) => ({ ...serverAsData(one), findings: one.findings.map(toJson) }));
    return output.data({ name, definitions });
  }
  for (const group of sameDefinition(found)) {
    const [{ server }] = group as [ListedServer];
    output.print(`${output.style('bold', visible(name))} ${output.style('dim', inferTransport(server))}`);
    for (const line of definitionLines(masked(server as Value))) output.print(`  ${line}`);
    const rows = group.map((one) => {
      const [mark, words] = stateWords[one.state];
      return [`${output.mark(mark)} ${one.client}`, one.scope, words, `${placeOf(one, host)}${whyOf(one, host)}`];
    });
    for (const line of inColumns(rows)) output.print(line);
    output.print('');
  }
  for (const finding of findings) output.talk(toText(finding, '', output));
}

function sameDefinition(found: readonly ListedServer[]): ListedServer[][] {
  const groups = new Map<string, ListedServer[]>();
  for (const one of found) {
    const { extras: _, disabled: __, ...definition } = one.server;
    const whole = { ...definition, transport: inferTransport(definition) };
    const key = JSON.stringify(Object.entries(whole).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

function definitionLines(server: Value): string[] {
  return JSON.stringify(server, undefined, 2)
    .split('\n')
    .slice(1, -1)
    .map((line) => visible(line.slice(2)));
}

function placeOf({ file, line }: ListedServer, host: Host): string {
  return `${shortPath(file, host)}${line === undefined ? '' : `:${line}`}`;
}

function whyOf({ shadowed, trust, parked }: ListedServer, host: Host): string {
  if (parked) return ': taken out of the file and kept by Plugboard; plugboard enable puts it back';
  if (trust !== undefined) return `: ${trust}`;
  if (!shadowed) return '';
  const { by, why } = shadowed;
  const where = by
    ? `; ${by.scope} ${shortPath(by.file, host)}${by.range ? `:${by.range.start.line}` : ''} counts`
    : '';
  return `: ${reasons[why]}${where}`;
}
