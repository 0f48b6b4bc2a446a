import { textsIn } from '../../model/diagnostics/texts.ts';
import { splitReferences } from '../../model/reference.ts';
import { isForShell } from '../../model/shell/cmd-wrapper.ts';
import { isMap, type Path, type Value } from '../../model/value.ts';
import { issueOn } from '../issue.ts';
import type { Check, Issue, DoctorContext, Subject } from '../types.ts';

/** Variables that clients set themselves. */
const provided = /^CLAUDE_(?:PROJECT_DIR|PLUGIN_ROOT)$/;

const fields = ['command', 'args', 'env', 'cwd', 'url', 'headers', 'auth'];

/** Reports references to unset variables. Value commands are never run. */
export const unsetVariables: Check = (context) =>
  context.used
    .filter(({ entry }) => entry.client.behavior?.secretStore === undefined)
    .flatMap((subject) => {
      const names = namesIn(subject);
      const places = names.size > 0 ? placesOfWords(subject) : new Map<string, Path>();
      return [...names].flatMap((name) => judge(context, subject, name, places.get(name) ?? []));
    });

/** First position of each word in the entry as written. Some clients name the variable, others reference it. */
function placesOfWords({ entry: { native } }: Subject): ReadonlyMap<string, Path> {
  const places = new Map<string, Path>();
  for (const { path, text } of textsIn(native))
    for (const [word] of text.matchAll(/\w+/g)) if (!places.has(word)) places.set(word, path);
  return places;
}

function judge({ host }: DoctorContext, subject: Subject, variable: string, at: Path): Issue[] {
  const { client } = subject.entry;
  const isForeign = client.references.syntax?.foreign?.test(`\${${variable}}`) ?? false;
  if (host.env[variable] !== undefined || provided.test(variable) || isForeign) return [];
  const becomes = client.behavior?.onUnsetVariable;
  const evidence = [`needed in ${at.length > 0 ? at.join('.') : subject.entry.name}`];
  return [
    issueOn(
      subject,
      'variable-unset',
      { variable, client: client.name, ...(becomes ? { becomes } : {}) },
      { at, evidence },
    ),
  ];
}

/** Variables without a default. Prompts for the user are read as variables too, but need not be set. */
function namesIn({ entry: { server, client } }: Subject): Set<string> {
  const own = server.extras?.[client.id];
  const asked = isMap(own) && isMap(own['inputs']) ? Object.keys(own['inputs']) : [];
  const names = new Set<string>();
  for (const field of fields) {
    const texts = textsIn(server[field] as Value | undefined).filter(({ text }) => text.includes('${'));
    if (texts.length === 0 || isForShell(server, field)) continue;
    for (const part of texts.flatMap(({ text }) => splitReferences(text)))
      if (typeof part !== 'string' && part.fallback === undefined) names.add(part.name);
  }
  for (const name of asked) names.delete(name);
  return names;
}
