import { jsonc } from '../../formats/json/index.ts';
import { diagnostic, type Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { rangeOf } from '../../model/diagnostics/position.ts';
import type { Host } from '../../model/host.ts';
import { readText } from '../../store/read/read-text.ts';
import { definesServer, namedServers } from './agent-servers.ts';
import { type MentionFile, mentionFiles } from './mention-files.ts';
import { headOf, mentionsOf, renamedIn, settingsTexts } from './mentions.ts';

/** Everything that still names a server or its tools, such as `mcp__name` or `mcp__name__tool`, with its place. */
export async function findReferences(host: Host, name: string): Promise<Diagnostic[]> {
  const found = (await mentionFiles(host)).map(async (file) => {
    const read = await readText(host, file.path);
    return 'problem' in read ? [] : referencesIn(read.text, file, name);
  });
  return (await Promise.all(found)).flat();
}

interface Mention {
  readonly start: number;
  readonly end: number;
  readonly as: string;
  readonly instead?: string | undefined;
}

/** The references to a server in the text of one file. */
export function referencesIn(text: string, file: MentionFile, name: string, to?: string): Diagnostic[] {
  const mentions = file.kind === 'settings' ? inSettings(text, name) : inAgent(text, file.serversKey, name, to);
  return mentions.map(({ as, instead, ...span }) => {
    const renamed = instead ?? (to === undefined ? undefined : renamedIn(as, name, to));
    return diagnostic('server-referenced', { as, instead: renamed }, { file: file.path, range: rangeOf(text, span) });
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

function inAgent(text: string, key: string | undefined, name: string, to: string | undefined): Mention[] {
  const head = headOf(text);
  if (key !== undefined && definesServer(head, key, name)) return [];
  const tools = Array.from(head.matchAll(mentionsOf(name)), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    as: match[0],
  }));
  const servers = key === undefined ? [] : namedServers(head, key, name);
  return [...tools, ...servers.map((span) => ({ ...span, as: name, instead: to }))];
}
