import { type OutsideText, outsideTexts } from '../../manage/outside/outside-text.ts';
import { broughtByText } from '../../manage/paste/brought-by-text.ts';
import { type Pasted, readPasted } from '../../manage/paste/read-pasted.ts';
import { type ProjectSource, sourcesOfText } from '../../manage/project-source.ts';
import { isError } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Server } from '../../model/server.ts';
import { setOwn } from '../../model/value.ts';
import type { Brought } from '../../store/write/plan.ts';
import type { Output } from '../output/output.ts';
import { rejectText, showIssues } from '../output/reject-text.ts';
import type { CommandContext } from '../program/command-context.ts';
import { readInput } from './read-input.ts';
import { serverFromFlags, type ServerFlags, withFlags } from './server-flags.ts';

export interface PastedServers {
  readonly servers: Readonly<Record<string, Server>>;
  /** The project that a server was copied from, by server name. Servers from elsewhere are absent. */
  readonly sources: ReadonlyMap<string, ProjectSource>;
  /** What someone else wrote of each. */
  readonly outside?: ReadonlyMap<string, OutsideText>;
  /** What came with the text; absent for what the user typed as options. */
  readonly brought?: Brought | undefined;
}

/** Parses servers from a text and applies the options; undefined if the text is invalid, which is reported. */
export async function pastedServers(
  { host, output }: CommandContext,
  { text, name }: { readonly text: string; readonly name: string | undefined },
  flags: ServerFlags,
): Promise<PastedServers | undefined> {
  const pasted = text === '-' ? await fromStandardInput(host) : text;
  const read = await parsePasted(pasted, name, output);
  if (!read) return undefined;
  if (name !== undefined && read.servers.length > 1) {
    const message = `The text defines ${read.servers.length} servers, which cannot all be called ${name}`;
    throw new PlugboardError('usage', { message });
  }
  const servers: Record<string, Server> = {};
  for (const one of read.servers) setOwn(servers, one.name, withFlags(one.server, flags, []));
  const sources = await sourcesOfText(host, read.servers);
  const outside = await outsideTexts(host, read.servers, { typed: serverFromFlags(flags, []) });
  return { servers, sources, outside, brought: await broughtByText(host, read.servers) };
}

/** A text with errors could be misread, so it is rejected as a whole. */
async function parsePasted(text: string, name: string | undefined, output: Output): Promise<Pasted | undefined> {
  const named = { text, name: 'the text' };
  try {
    const read = await readPasted(text, { ...(name !== undefined && { name }) });
    if (!read.diagnostics.some(isError)) {
      showIssues(read.diagnostics, named, output);
      return read;
    }
    rejectText('', read.diagnostics, named, output);
  } catch (error) {
    if (!isUnrecognized(error)) throw error;
    rejectText(error.message, error.data.diagnostics, named, output);
  }
  return undefined;
}

function isUnrecognized(error: unknown): error is PlugboardError<'paste-unrecognized'> {
  return error instanceof PlugboardError && error.code === 'paste-unrecognized';
}

async function fromStandardInput(host: CommandContext['host']): Promise<string> {
  const read = await readInput(host, '-');
  if ('problem' in read) throw new PlugboardError('document-malformed', { diagnostics: [read.problem] });
  return read.text;
}
