import type { WrittenDocument } from '../../clients/document.ts';
import { locationOf } from '../../clients/read-document.ts';
import { previewEntry, takeFrom } from '../../clients/revise-entry.ts';
import { loadFormat } from '../../formats/index.ts';
import { Revision } from '../../formats/revision.ts';
import type { Format } from '../../formats/types.ts';
import { isError } from '../../model/diagnostics/diagnostic.ts';
import type { Server } from '../../model/server.ts';
import { isMap } from '../../model/value.ts';
import type { SourceText } from './read-source.ts';

/** Returns a client's document for the same client, unchanged except for unusable servers. */
export async function rewritten(
  source: SourceText,
  servers: Readonly<Record<string, Server>>,
): Promise<WrittenDocument> {
  const { client, place, document } = source;
  const format = await loadFormat(locationOf(client, place)?.format ?? client.locations[0]?.format ?? 'json');
  const judged = Object.entries(servers).map(([name, server]) => ({
    name,
    ...previewEntry({ client, place, root: document.value }, name, server),
  }));
  const unwritten = judged.filter(({ written }) => !written);
  const revision = asWritten(source, format) ?? printed(source, format);
  for (const { name } of unwritten) takeFrom({ client, place, revision }, name);
  return {
    text: revision.settle().text,
    losses: unwritten.flatMap(({ name, losses }) => losses.map((loss) => ({ ...loss, server: name }))),
    unwritten: unwritten.map(({ name }) => name),
    companions: [],
  };
}

/** Comments in a strict file, or a map without its outer keys, require a rewrite. */
function asWritten({ document, isBare, format: read }: SourceText, format: Format): Revision | undefined {
  const isSameFormat = read === format.id || (read === 'jsonc' && format.id === 'json');
  const parsed = isSameFormat && !isBare ? format.parse(document.text) : undefined;
  return parsed && !parsed.diagnostics.some(isError) ? new Revision(format, parsed) : undefined;
}

function printed({ document }: SourceText, format: Format): Revision {
  const revision = new Revision(format, format.parse(''));
  if (isMap(document.value)) revision.set([], document.value);
  return revision;
}
