import type { FormatId } from '../../formats/types.ts';
import { lookForServers } from './look-for-servers.ts';
import { withLines } from './moved.ts';
import { settleNames } from './settle-names.ts';
import type { Pasted, PastedKind, Reading } from './types.ts';

export type { Pasted, PastedKind, PastedServer } from './types.ts';

export interface PasteOptions {
  /** Name for the server, when the text contains exactly one. */
  readonly name?: string;
  /** The text's format, if known. */
  readonly format?: FormatId;
}

/**
 * Reads servers from pasted text: any client's configuration, whole or partial, command lines, URLs, install links, a
 * `server.json`, or documentation with any of these. Runs and contacts nothing. Throws `paste-unrecognized` when the
 * text contains no server, and `registry-document-unsafe` when a `server.json` or a link would decide more than text.
 */
export async function readPasted(text: string, options: PasteOptions = {}): Promise<Pasted> {
  const paste = text.replace(/^\ufeff/, '');
  const readings = await lookForServers(paste, options.format);
  const drafts = readings.flatMap((reading) => reading.drafts).toSorted((a, b) => a.at - b.at);
  const { servers, diagnostics } = settleNames(drafts);
  const [only, ...others] = servers;
  const named =
    only && others.length === 0 && options.name !== undefined
      ? [{ ...only, name: options.name, named: true }]
      : servers;
  const issues = [...readings.flatMap((reading) => reading.diagnostics), ...diagnostics];
  return { servers: named, kind: kindOf(readings), diagnostics: withLines(paste, issues) };
}

function kindOf(readings: readonly Reading[]): PastedKind {
  const [first, ...others] = new Set(readings.map(({ kind }) => kind));
  return first === undefined || others.length > 0 ? 'mixed' : first;
}
