import type { ReferenceSyntax } from '../../clients/types.ts';
import { type Leaf, mapTexts, textsIn } from '../../model/diagnostics/texts.ts';
import { maskValue } from '../../model/secrets/secret.ts';
import { isForShell } from '../../model/shell/cmd-wrapper.ts';
import type { Value } from '../../model/value.ts';
import { expandsIn } from '../expansion.ts';
import { fixOnce, respellFix } from '../fixes.ts';
import { issueOn, shapeOfEntry } from '../issue.ts';
import type { Check, Issue, DoctorContext, Subject } from '../types.ts';

/** Common reference syntaxes, with name and default. */
const spellings = [
  /\$\{env:([A-Za-z_]\w*)\}/g,
  /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g,
  /(?<!\$)\{env:([A-Za-z_]\w*)\}/g,
];

const fields = ['command', 'args', 'env', 'cwd', 'url', 'headers'];

/**
 * Reports references in another client's syntax, or in a field this client does not expand: the literal text is used.
 */
export const unexpandedReferences: Check = (context) =>
  context.used.flatMap((subject) => {
    const { client, native } = subject.entry;
    const { syntax } = client.references;
    // For clients that never expand references, discovery has reported this already.
    if (!syntax || client.verbatim) return [];
    const leaves = textsIn(native).filter(({ text }) => text.includes('{'));
    return leaves.flatMap((leaf) => judge(context, subject, syntax, leaf));
  });

function judge({ host }: DoctorContext, subject: Subject, syntax: ReferenceSyntax, { path, text }: Leaf): Issue[] {
  const { client, scope } = subject.entry;
  const field = shapeOfEntry(subject.entry)
    .lenses.filter(({ keys }) => keys.includes(String(path[0])))
    .flatMap((lens) => lens.fields)
    .find((one) => fields.includes(one));
  if (field === undefined || isForShell(subject.entry.server, field)) return [];
  const expands = expandsIn(client, field, scope);
  const found = spellings
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .find(([reference, name = '', fallback]) => {
      if (syntax.foreign?.test(reference)) return false;
      return !expands || reference !== syntax.write(name, fallback) || (fallback !== undefined && !syntax.fallback);
    });
  if (!found) return [];
  const reference = found[0].startsWith('${env:') || found[0].startsWith('{') ? found[0] : maskValue(found[0]);
  const evidence = expands
    ? [`${client.name} writes ${syntax.shown}`]
    : [`${client.name} expands references in ${expandedFields(subject)}`];
  // Some clients keep both in one list.
  const group = field === 'command' || field === 'args' ? ['command', 'args'] : [field];
  const fix = fixOnce(subject.entry, `unexpanded ${field}`, () =>
    respellFix(host, subject, 'Write the reference in the way of the client', group, (server) => {
      const changed = group.map((one) => [one, server[one] && mapTexts(server[one] as Value, canonical)] as const);
      return { ...server, ...Object.fromEntries(changed.filter(([, value]) => value !== undefined)) };
    }),
  );
  return [issueOn(subject, 'reference-unexpanded', { reference, client: client.name }, { at: path, evidence, fix })];
}

function canonical(text: string): string {
  return text.replaceAll(/\$?\{env:([A-Za-z_]\w*)\}/g, (_, name: string) => `\${${name}}`);
}

function expandedFields({ entry: { client, scope } }: Subject): string {
  return fields.filter((field) => expandsIn(client, field, scope)).join(', ') || 'no field of this file';
}
