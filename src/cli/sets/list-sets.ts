import { masked, targetOfServer } from '../../manage/secrets/masked-server.ts';
import { count } from '../../model/count.ts';
import { inferTransport } from '../../model/server.ts';
import { quoteWord } from '../../model/shell/quote-word.ts';
import { shortPath } from '../../model/short-path.ts';
import type { Value } from '../../model/value.ts';
import { visible } from '../../model/visible.ts';
import type { ConfigSet } from '../../sets/config-set.ts';
import { toJson } from '../output/diagnostic-as-data.ts';
import { inColumns } from '../output/table.ts';
import type { CommandContext } from '../program/command-context.ts';
import { ExitCode } from '../program/exit-code.ts';

/** A set as JSON data, with secrets masked. */
export function setAsData({ name, path, display, note, servers, error, fix }: ConfigSet): Record<string, unknown> {
  return {
    name,
    path,
    description: display,
    valid: error === undefined,
    error,
    fix,
    note,
    servers: Object.fromEntries(Object.entries(servers).map(([key, server]) => [key, masked(server as Value)])),
  };
}

export function listSets(sets: readonly ConfigSet[], directory: string, { host, output }: CommandContext): void {
  if (output.json) return output.data({ directory, sets: sets.map(setAsData) });
  const where = shortPath(directory, host);
  if (sets.length === 0) {
    output.print(`No sets in ${where} yet.`);
    output.talk('Create one from your servers: plugboard sets create work github linear');
    return;
  }
  const rows = sets.map((set) => [
    `${output.mark(set.error === undefined ? 'ok' : 'error')} ${output.style('bold', visible(set.name))}`,
    set.error === undefined ? namesIn(set) : output.style('dim', 'cannot be used'),
    visible(firstLine(set.error ?? set.note ?? '')),
  ]);
  for (const line of inColumns(rows)) output.print(line);
  const bad = sets.filter(({ error }) => error !== undefined).length;
  // A name like an option would need another command line.
  const usable = sets.find(({ name, error }) => error === undefined && !name.startsWith('-'));
  output.talk('');
  output.talk(
    `${count(sets.length, 'set')} in ${where}${bad === 0 ? '' : `, ${bad} of which cannot be used: plugboard sets show <set> says why`}`,
  );
  if (usable)
    output.talk(
      output.style(
        'dim',
        `Start Claude Code with one: plugboard run ${quoteWord(usable.name)}   or choose: plugboard run`,
      ),
    );
}

function namesIn({ servers }: ConfigSet): string {
  return visible(Object.keys(servers).join(', ')) || '(no servers)';
}

function firstLine(text: string): string {
  const [first = '', ...others] = text.split('\n');
  return others.length === 0 ? first : `${first} …`;
}

/** Shows a set. One with errors is shown too, and is a failure as it is for `sets check`. */
export function showSet(set: ConfigSet, { host, output }: CommandContext): void {
  const { path, note, error, fix, servers, issues = [] } = set;
  if (error !== undefined) output.exitCode = ExitCode.issues;
  if (output.json)
    return output.document({
      ok: error === undefined,
      data: setAsData(set),
      warnings: [],
      errors: issues.map(toJson),
    });
  output.print(`${output.style('bold', visible(set.name))}  ${shortPath(path, host)}`);
  if (note !== undefined) output.print(visible(note));
  for (const line of error?.split('\n') ?? []) output.print(`${output.mark('error')} ${visible(line)}`);
  if (fix !== undefined) output.print(`  ${output.style('cyan', 'fix:')} ${visible(fix)}`);
  const rows = Object.entries(servers).map(([name, server]) => [
    `  ${visible(name)}`,
    inferTransport(server),
    targetOfServer(server),
  ]);
  for (const line of inColumns(rows)) output.print(line);
  if (error === undefined && rows.length === 0) output.print('  (no servers)');
}
