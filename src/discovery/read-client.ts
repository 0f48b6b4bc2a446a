import type { Surroundings } from '../clients/paths.ts';
import type { Client } from '../clients/types.ts';
import type { Diagnostic } from '../model/diagnostics/diagnostic.ts';
import { checkedDocument } from './checks/checked-document.ts';
import { makeEntry } from './entry.ts';
import type { ParsedFile, ReadFile } from './parsed-files.ts';
import { ownerOf } from './providers.ts';
import { type SearchLocation, placesOf } from './search-locations.ts';
import { readSwitchLists, type SwitchLists } from './switched-off.ts';
import type { DiscoveredEntry, DiscoveredFile } from './types.ts';

export interface ReadClient {
  readonly files: readonly DiscoveredFile[];
  readonly entries: readonly DiscoveredEntry[];
}

interface FoundFile {
  readonly look: SearchLocation;
  readonly source: ParsedFile;
}

/** All existing files of a client, and all their entries. */
export async function readClient(client: Client, surroundings: Surroundings, read: ReadFile): Promise<ReadClient> {
  const [found, lists] = await Promise.all([
    Promise.all(placesOf(client, surroundings).map((look) => findFile(look, read))),
    readSwitchLists(client, surroundings, read),
  ]);
  const files: DiscoveredFile[] = [];
  const entries: DiscoveredEntry[] = [];
  for (const { look, source } of withoutRepeats(found.filter((one) => one !== undefined))) {
    const owner = ownerOf(source.path, surroundings.project);
    const content = readContent(client, look, source, { lists, owner });
    files.push({
      path: source.path,
      location: look.location,
      issues: [...source.issues, ...content.issues],
      ...(content.rejecting === undefined ? {} : { rejecting: content.rejecting }),
      ...(content.isRejected ? { isRejected: true } : {}),
    });
    for (const entry of content.entries) entries.push(entry);
  }
  for (const { path, issues } of lists.files) {
    if (!files.some((file) => file.path === path)) files.push({ path, issues });
  }
  return { files, entries };
}

async function findFile(look: SearchLocation, read: ReadFile): Promise<FoundFile | undefined> {
  for (const path of look.paths) {
    // oxlint-disable-next-line no-await-in-loop -- the next path is read only if this one does not exist.
    const source = await read(path, look.location.format);
    if (source) return { look, source };
  }
  return undefined;
}

/** If the project is the home directory, a project file may be the user file too; it counts as the user file. */
function withoutRepeats(found: readonly FoundFile[]): FoundFile[] {
  const key = ({ look, source }: FoundFile): string => `${look.location.atProject ? 'in' : ''} ${source.path}`;
  const last = new Map(found.map((file) => [key(file), file]));
  return found.filter((file) => last.get(key(file)) === file);
}

function readContent(
  client: Client,
  look: SearchLocation,
  source: ParsedFile,
  { lists, owner }: { readonly lists: SwitchLists; readonly owner: Client | undefined },
): {
  entries: DiscoveredEntry[];
  issues: readonly Diagnostic[];
  rejecting?: string | undefined;
  isRejected?: true | undefined;
} {
  const { document, path: file } = source;
  if (!document) return { entries: [], issues: [] };
  const { location, place, distance } = look;
  const { scope } = location;
  const inFile = (issues: readonly Diagnostic[]): readonly Diagnostic[] =>
    issues.length === 0 ? issues : issues.map((issue) => ({ ...issue, file }));
  const names = lists.namesIn(place.scope, source);
  const checked = checkedDocument(client, place, document, { owner });
  const entries = checked.entries.map(({ entry, issues }) => {
    const found = names.has(entry.name) ? { ...entry, server: { ...entry.server, disabled: true }, off: true } : entry;
    return makeEntry(found, { client, location, scope, file, source, distance, issues: inFile(issues) });
  });
  return { entries, issues: inFile(checked.issues), rejecting: checked.rejecting, isRejected: checked.isRejected };
}
