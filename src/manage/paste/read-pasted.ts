import type { FormatId } from '../../formats/types.ts';
import { lookForServers } from './look-for-servers.ts';
import { withLines } from './moved.ts';
import { settleNames } from './settle-names.ts';
import type { Pasted, PastedKind, Reading } from './types.ts';

export type { Pasted, PastedKind, PastedServer } from './types.ts';

export interface PasteOptions {
  /** What to call the server, when the text holds exactly one. */
  readonly name?: string;
  /** What the text is written in, when that is known. */
  readonly format?: FormatId;
}

/**
 * Makes servers of whatever a person pastes: configuration of any client, whole or in pieces, command lines, addresses,
 * install links, a `server.json`, or a page of documentation with any of these. Nothing of it is run or contacted.
 * Throws `paste-unrecognized` when there is no server in it.
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
  const findings = [...readings.flatMap((reading) => reading.diagnostics), ...diagnostics];
  return { servers: named, kind: kindOf(readings), diagnostics: withLines(paste, findings) };
}

function kindOf(readings: readonly Reading[]): PastedKind {
  const [first, ...others] = new Set(readings.map(({ kind }) => kind));
  return first === undefined || others.length > 0 ? 'mixed' : first;
}
