import type { Span } from '../../model/diagnostics/position.ts';
import { type CommandsRead, type Reach, readCommands } from './command-lines/read-commands.ts';
import { findLinks, readLink } from './install-links.ts';
import { readStructured, type Structure, type StructuredRead } from './read-structured.ts';

export interface BlockRead extends StructuredRead, Pick<CommandsRead, 'refusals' | 'rejected'> {}

interface Content {
  readonly commands: boolean;
  readonly structures: readonly Structure[];
}

const anything: Content = { commands: true, structures: ['toml', 'json', 'yaml'] };
const commandsOnly: Content = { commands: true, structures: [] };

/** Formats a block may contain, by the info string of its fence; any other language is a code example. */
const contents: Readonly<Record<string, Content>> = {
  json: { commands: false, structures: ['json'] },
  jsonc: { commands: false, structures: ['json'] },
  json5: { commands: false, structures: ['json'] },
  toml: { commands: false, structures: ['toml'] },
  yaml: { commands: false, structures: ['yaml'] },
  yml: { commands: false, structures: ['yaml'] },
  ...sameFor(
    'bash sh shell zsh fish console terminal shell-session powershell ps1 pwsh cmd bat batch dos',
    commandsOnly,
  ),
  ...sameFor('text txt plaintext plain none config conf ini http url uri', anything),
  '': anything,
};

function sameFor(words: string, content: Content): Record<string, Content> {
  return Object.fromEntries(words.split(' ').map((word) => [word, content]));
}

/** Returns all servers defined in one block. */
export async function readBlock(text: string, language: string, reach: Reach): Promise<BlockRead> {
  const content = Object.hasOwn(contents, language) ? contents[language] : undefined;
  const links = findLinks(text);
  const linked = links.map(readLink).filter(({ drafts }) => drafts.length > 0);
  const withoutLinks = masked(text, links);
  const commands = content?.commands ? readCommands(withoutLinks, reach) : undefined;
  const rest = masked(withoutLinks, commands?.spans ?? []);
  const structured = await readStructured(rest, content?.structures ?? []);
  return {
    readings: [...linked, ...(commands?.readings ?? []), ...structured.readings],
    refusals: commands?.refusals ?? [],
    rejected: commands?.rejected ?? [],
    mistakes: structured.mistakes,
  };
}

/** The text with everything already read replaced by spaces. */
function masked(text: string, spans: readonly Span[]): string {
  let result = '';
  let at = 0;
  for (const { start, end } of spans) {
    result += text.slice(at, start) + ' '.repeat(end - start);
    at = end;
  }
  return result + text.slice(at);
}
