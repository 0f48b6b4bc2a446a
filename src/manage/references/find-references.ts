import { jsonc } from '../../formats/json/index.ts';
import { diagnostic, type Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { rangeOf } from '../../model/diagnostics/position.ts';
import type { Host } from '../../model/host.ts';
import { readText } from '../../store/read/read-text.ts';
import { mentionFiles } from './mention-files.ts';
import { headOf, mentionsOf, renamedIn, settingsTexts } from './mentions.ts';

/** Everything that still names the tools of a server, such as `mcp__name` or `mcp__name__tool`, with its place. */
export async function findReferences(host: Host, name: string): Promise<Diagnostic[]> {
  const found = (await mentionFiles(host)).map(async ({ path, kind }) => {
    const read = await readText(host, path);
    return 'problem' in read ? [] : referencesIn(read.text, path, kind, name);
  });
  return (await Promise.all(found)).flat();
}

interface Mention {
  readonly start: number;
  readonly end: number;
  readonly as: string;
}

/** The references to a server in the text of one file. */
export function referencesIn(
  text: string,
  file: string,
  kind: 'settings' | 'agent',
  name: string,
  to?: string,
): Diagnostic[] {
  const mentions = kind === 'settings' ? inSettings(text, name) : inAgent(text, name);
  return mentions.map(({ as, ...span }) => {
    const instead = to === undefined ? undefined : renamedIn(as, name, to);
    return diagnostic('server-referenced', { as, instead }, { file, range: rangeOf(text, span) });
  });
}

function inSettings(text: string, name: string): Mention[] {
  const document = jsonc.parse(text);
  return settingsTexts(document.value).flatMap(([path, value]) => {
    const as = value.match(mentionsOf(name))?.[0];
    const span = as === undefined ? undefined : document.locate(path)?.value;
    return as !== undefined && span ? [{ ...span, as }] : [];
  });
}

function inAgent(text: string, name: string): Mention[] {
  return Array.from(headOf(text).matchAll(mentionsOf(name)), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    as: match[0],
  }));
}
