import { jsonc } from '../formats/json/index.ts';
import { diagnostic, type Diagnostic } from '../model/diagnostics/diagnostic.ts';
import { rangeOf } from '../model/diagnostics/position.ts';
import type { Host } from '../model/host.ts';
import { isMap, type Path, type Value } from '../model/value.ts';
import { readText } from '../store/read/read-text.ts';

/** Settings whose permissions and hooks may name a server. */
const settings = ['.claude/settings.json', '.claude/settings.local.json', '~/.claude/settings.json'];
/** Directories of subagents, whose `tools` may name one. */
const agents = ['.claude/agents', '~/.claude/agents'];

/** Returns every reference to a server's tools, such as `mcp__name` or `mcp__name__tool`, with its location. */
export async function findReferences(host: Host, name: string): Promise<Diagnostic[]> {
  const resolve = (path: string): string =>
    path.startsWith('~/') ? `${host.home}/${path.slice(2)}` : `${host.cwd}/${path}`;
  const inSettings = settings.map(async (path) => inText(host, resolve(path), (text) => settingsSpans(text, name)));
  const inAgents = agents.map(async (path) => {
    const directory = resolve(path);
    const files = await host.fs.readDirectory(directory).catch(() => []);
    const found = files
      .filter((file) => file.endsWith('.md'))
      .map(async (file) => inText(host, `${directory}/${file}`, (text) => agentSpans(text, name)));
    return (await Promise.all(found)).flat();
  });
  return (await Promise.all([...inSettings, ...inAgents])).flat();
}

interface Mention {
  readonly start: number;
  readonly end: number;
  readonly as: string;
}

async function inText(host: Host, file: string, find: (text: string) => Mention[]): Promise<Diagnostic[]> {
  if ((await host.fs.kindOf(file)) !== 'file') return [];
  const read = await readText(host, file);
  if ('problem' in read) return [];
  return find(read.text).map((mention) =>
    diagnostic('server-referenced', { as: mention.as }, { file, range: rangeOf(read.text, mention) }),
  );
}

/**
 * `mcp__name` alone or followed by a tool; `mcp__names` is another server. Special characters become underscores in
 * tool names.
 */
function patternOf(name: string): RegExp {
  const plain = name.replaceAll(/[^A-Za-z0-9_-]/g, '_').replaceAll(/[-]/g, String.raw`\-`);
  return new RegExp(`(?<![A-Za-z0-9_-])mcp__${plain}(?:__[A-Za-z0-9_*.-]*)?(?![A-Za-z0-9_-])`);
}

function settingsSpans(text: string, name: string): Mention[] {
  const document = jsonc.parse(text);
  const pattern = patternOf(name);
  const root = document.value;
  if (!isMap(root)) return [];
  return ['permissions', 'hooks'].flatMap((key) =>
    textsIn(root[key], [key]).flatMap(([path, value]) => {
      const span = pattern.test(value) ? document.locate(path)?.value : undefined;
      return span ? [{ ...span, as: pattern.exec(value)?.[0] ?? value }] : [];
    }),
  );
}

function textsIn(value: Value | undefined, path: Path): [Path, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]));
  if (!isMap(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => textsIn(item, [...path, key]));
}

/** References in the front matter of an agent file. */
function agentSpans(text: string, name: string): Mention[] {
  const head = /^\ufeff?---\r?\n.*?\r?\n---/s.exec(text)?.[0] ?? '';
  const pattern = new RegExp(patternOf(name), 'g');
  return Array.from(head.matchAll(pattern), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    as: match[0],
  }));
}
