import type { Command } from 'commander';
import { count } from '../../model/count.ts';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { visible } from '../../model/visible.ts';
import type { ConfigSet } from '../../sets/config-set.ts';
import { readTexts } from '../../store/read/read-texts.ts';
import { toJson } from '../output/diagnostic-as-data.ts';
import { toLines } from '../output/show-diagnostic.ts';
import type { CommandContext } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { ExitCode } from '../program/exit-code.ts';
import { knownSets, setsMeant } from './known-sets.ts';
import { declareDirectory, directoryOf } from './set-directory.ts';

export function setUpCheck(sets: Command, context: CommandContext): void {
  const check = sets.command('check').description('Check sets for errors.');
  withExamples(check, 'sets check', 'sets check work ./team.json', 'sets check --json').argument(
    '[sets...]',
    'sets to check, by name or as ./file.json; default: all',
  );
  declareDirectory(check).action(async (words: string[]) => {
    const { host } = context;
    const read = (): Promise<ConfigSet[]> => knownSets(check, context);
    const meant = words.length === 0 ? await read() : await setsMeant(words, read, directoryOf(check, host), host);
    await report(meant, context);
  });
}

async function report(sets: readonly ConfigSet[], { host, output }: CommandContext): Promise<void> {
  const issues = sets.flatMap(({ issues: found = [] }) => found);
  if (issues.length > 0) output.exitCode = ExitCode.issues;
  if (output.json) {
    const data = { sets: sets.map(({ name, path, error }) => ({ name, path, valid: error === undefined })) };
    return output.document({ ok: issues.length === 0, data, warnings: [], errors: issues.map(toJson) });
  }
  const unusable = sets.filter(({ error }) => error !== undefined);
  const texts = await readTexts(
    host,
    unusable.map(({ path }) => path),
  );
  const textOf = new Map(texts.map((one) => [one.path, 'text' in one ? one.text : '']));
  const format = (issue: Diagnostic): string[] => toLines(issue, textOf.get(issue.file ?? '') ?? '', output);
  for (const { name, error, issues: found = [] } of sets) {
    if (error === undefined) output.print(`${output.mark('ok')} ${visible(name)}`);
    for (const issue of found) output.print(format(issue));
  }
  const summary = `${count(sets.length, 'set')} checked, ${unusable.length} cannot be used`;
  output.talk(unusable.length === 0 ? `${count(sets.length, 'set')} checked, all can be used` : summary);
}
