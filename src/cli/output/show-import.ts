import type { Finds } from '../../manage/found-servers.ts';
import type { Import, ImportPlan } from '../../manage/import-found.ts';
import { count } from '../../model/count.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { shortPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import type { CommandContext } from '../program/command-context.ts';
import { type Failure, failureOf } from '../program/failure.ts';
import { toJson } from './diagnostic-as-data.ts';

/** Conflicts that must be resolved before anything can be written. */
export function conflictsIn({ imports }: ImportPlan, host: Host): Failure[] {
  const placesOf = ({ from }: Import): string[] =>
    from.map((one) =>
      one.file === undefined || one.file === one.from ? one.from : `${one.from} (${shortPath(one.file, host)})`,
    );
  const taken = imports
    .filter(({ outcome }) => outcome === 'taken')
    .map((one): Failure => ({
      code: 'server-exists',
      message: `Server "${one.name}" in ${one.target} differs from the one in ${placesOf(one)[0] ?? ''}.`,
      name: one.name,
      target: one.target,
    }));
  const ambiguous = imports
    .filter(({ outcome, target }) => outcome === 'ambiguous' && target === imports[0]?.target)
    .map((one) =>
      failureOf(new PlugboardError('server-ambiguous', { name: one.name, places: placesOf(one) }), {
        name: one.name,
        places: one.from.map(({ from, file }) => ({ from, file })),
      }),
    );
  const [choice] = imports.find(({ outcome }) => outcome === 'ambiguous')?.from ?? [];
  return [
    ...hinted(taken, 'use --skip to keep what is there, --overwrite to replace it, or --rename to keep both'),
    ...hinted(
      ambiguous,
      `choose one: plugboard import ${choice?.from ?? '<client>'} ${choice?.name ?? '<name>'}; or use --rename to keep both, --skip to leave it out`,
    ),
  ];
}

/** Adds one hint, after the last failure. */
function hinted(failures: readonly Failure[], hint: string): Failure[] {
  return failures.map((failure, index) => (index === failures.length - 1 ? { ...failure, hint } : failure));
}

export function importsAsData(
  { imports, variables, plainSecrets }: ImportPlan,
  { issues }: Finds,
): Record<string, unknown> {
  const servers = imports.map(({ from, ...one }) => ({ ...one, from: from.map(({ from, file }) => ({ from, file })) }));
  return { servers, variables, plainSecrets, issues: issues.map(toJson) };
}

/** Information besides what was written. */
export function showImportNotes({ imports, variables, plainSecrets }: ImportPlan, { output }: CommandContext): void {
  const warn = (text: string): void => output.talk(`${output.mark('warning')} ${visible(text)}`);
  const of = (outcome: Import['outcome']): Import[] => imports.filter((one) => one.outcome === outcome);
  for (const { name, as } of of('written'))
    if (as !== name) output.talk(`${output.mark('info')} ${visible(`${name} is named ${as} there`)}`);
  if (of('same').length > 0) output.talk(`${count(of('same').length, 'server')} already there.`);
  for (const { name, why } of [...of('skipped'), ...of('invalid')]) warn(`${name} is left out: ${why ?? ''}`);
  if (plainSecrets > 0)
    warn(
      `${count(plainSecrets, 'secret')} in plain text; --no-secrets writes references instead, and plugboard secrets migrate moves them to the vault`,
    );
  if (variables.length > 0) output.talk(`${output.mark('info')} Set these variables: ${variables.join(', ')}`);
}
