import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type ClientId, clients } from '../../clients/registry.ts';
import { formatOfFile } from '../../formats/format-of-file.ts';
import { type Finds, findEverywhere, findInClient } from '../../manage/found-servers.ts';
import { outsideTexts } from '../../manage/outside/outside-text.ts';
import { broughtByText } from '../../manage/paste/brought-by-text.ts';
import type { Pasted } from '../../manage/paste/types.ts';
import { sourcesOfText } from '../../manage/project-source.ts';
import { closest } from '../../model/closest.ts';
import { isError } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { catalogId } from '../../model/origin.ts';
import type { Scope } from '../../model/scope.ts';
import { slashedPath } from '../../model/short-path.ts';
import { rejectText } from '../output/reject-text.ts';
import type { CommandContext } from '../program/command-context.ts';
import { readInput } from './read-input.ts';
import { checkScope } from './targets.ts';
import { validateInput } from './validate-file.ts';

export const sourceHelp =
  'a client, client:scope, a file, - for standard input, or all; defaults to the active servers of all clients';

/** The servers named by `codex`, `cursor:project`, `servers.json` or `-`; throws if there is no such source. */
export async function findSource(word: string, context: CommandContext, command: Command): Promise<Finds | undefined> {
  const { host } = context;
  if (word === 'all') return findEverywhere(host);
  const [id, scope] = word.split(':') as [string, Scope?];
  const client = id === 'catalog' ? catalogId : id;
  if (!Object.hasOwn(clients, client)) return findInText(word, context);
  checkScope(scope, command);
  return findInClient(host, client as ClientId, scope);
}

async function findInText(word: string, { host, output }: CommandContext): Promise<Finds | undefined> {
  const path = word === '-' ? word : slashedPath(resolve(host.cwd, word), host.platform);
  if (word !== '-' && !(await host.fs.status(path).catch(() => true))) throw missing(word);
  const read = await readInput(host, path);
  if ('problem' in read) throw new PlugboardError('document-malformed', { diagnostics: [read.problem] });
  const pasted = await parsePasted(read.text, word, output);
  if (pasted === 'unrecognized') return rejectWithoutServers(read.text, word, path, { host, output });
  if (!pasted) return undefined;
  const { servers, diagnostics } = pasted;
  const place = word === '-' ? { from: nameOf(word) } : { from: word, file: path };
  const file = word === '-' ? undefined : path;
  const sources = await sourcesOfText(host, servers, file);
  const outside = await outsideTexts(host, servers, { file });
  return {
    brought: await broughtByText(host, servers, file),
    servers: servers.map(({ name, server, dialect, scope = 'user' }) => ({
      name,
      server,
      ...place,
      source: sources.get(name),
      outside: outside.get(name),
      ...(dialect ? { writtenFor: { client: clients[dialect], place: { scope, project: host.cwd } } } : {}),
    })),
    issues: diagnostics.map((issue) => ({ ...issue, file: word })),
    invalid: [],
    unread: [],
  };
}

/** A text with errors could be misread, so it is rejected as a whole. */
async function parsePasted(
  text: string,
  word: string,
  output: CommandContext['output'],
): Promise<Pasted | 'unrecognized' | undefined> {
  const { readPasted } = await import('../../manage/paste/read-pasted.ts');
  const known = /\.(?:toml|ya?ml)$/i.test(word) ? { format: formatOfFile(word) } : {};
  const named = { text, name: nameOf(word) };
  try {
    const pasted = await readPasted(text, known);
    if (!pasted.diagnostics.some(isError)) return pasted;
    rejectText('', pasted.diagnostics, named, output);
  } catch (error) {
    if (!(error instanceof PlugboardError && error.code === 'paste-unrecognized')) throw error;
    const { diagnostics } = (error as PlugboardError<'paste-unrecognized'>).data;
    if (diagnostics.length === 0 && isConfiguration(text, word)) return 'unrecognized';
    rejectText(error.message, diagnostics, named, output);
  }
  return undefined;
}

/** A config file, as opposed to a command line, a URL or prose. */
function isConfiguration(text: string, word: string): boolean {
  if (/\.(?:jsonc?|toml|ya?ml)$/i.test(word) || text.trim() === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A config file without servers has the errors that validation finds in it, or is valid and empty. */
async function rejectWithoutServers(
  text: string,
  word: string,
  path: string,
  { host, output }: Pick<CommandContext, 'host' | 'output'>,
): Promise<undefined> {
  const errors = (await validateInput(host, path, text)).filter(isError);
  if (errors.length === 0) throw new PlugboardError('no-servers', { where: nameOf(word) });
  rejectText('', errors, { text, name: nameOf(word) }, output);
}

function nameOf(word: string): string {
  return word === '-' ? 'standard input' : word;
}

function missing(source: string): PlugboardError {
  const near = closest(source, [...Object.keys(clients), 'all', 'catalog']);
  return new PlugboardError('source-missing', near === undefined ? { source } : { source, near });
}
