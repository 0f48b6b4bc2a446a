import { isForShell } from '../../model/cmd-wrapper.ts';
import { textsIn } from '../../model/diagnostics/texts.ts';
import { splitReferences } from '../../model/reference.ts';
import { isMap, type Value } from '../../model/value.ts';
import { findingOn, textAt } from '../finding.ts';
import type { Check, Finding, Patient, Subject } from '../types.ts';

/** Variables that clients set themselves. */
const provided = /^CLAUDE_(?:PROJECT_DIR|PLUGIN_ROOT)$/;

const fields = ['command', 'args', 'env', 'cwd', 'url', 'headers', 'auth'];

/** References to variables that nobody has set. Commands that give values are never run. */
export const unsetVariables: Check = (patient) =>
  patient.used
    .filter(({ entry }) => !entry.client.behavior?.hasOtherValues)
    .flatMap((subject) => [...namesIn(subject)].flatMap((name) => judge(patient, subject, name)));

function judge({ host }: Patient, subject: Subject, variable: string): Finding[] {
  const { client } = subject.entry;
  const isForeign = client.references.syntax?.foreign?.test(`\${${variable}}`) ?? false;
  if (host.env[variable] !== undefined || provided.test(variable) || isForeign) return [];
  const becomes = client.behavior?.onUnsetVariable;
  // Some clients name the variable, others refer to it.
  const at = textAt(subject.entry, ({ text }) => mentions(text, variable));
  const evidence = [`needed in ${at.length > 0 ? at.join('.') : subject.entry.name}`];
  return [
    findingOn(
      subject,
      'variable-unset',
      { variable, client: client.name, ...(becomes ? { becomes } : {}) },
      { at, evidence },
    ),
  ];
}

function mentions(text: string, variable: string): boolean {
  return new RegExp(`(?<!\\w)${variable}(?!\\w)`).test(text);
}

/** Variables without a default. Questions to the person are read as variables too, but nobody has to set those. */
function namesIn({ entry: { server, client } }: Subject): Set<string> {
  const own = server.extras?.[client.id];
  const asked = isMap(own) && isMap(own['inputs']) ? Object.keys(own['inputs']) : [];
  const texts = fields
    .filter((field) => !isForShell(server, field))
    .flatMap((field) => textsIn(server[field] as Value | undefined));
  const parts = texts.flatMap(({ text }) => splitReferences(text));
  const names = parts.flatMap((part) => (typeof part === 'string' || part.fallback !== undefined ? [] : [part.name]));
  return new Set(names.filter((name) => !asked.includes(name)));
}
