import { writeDocument, type WrittenDocument } from '../../clients/document.ts';
import { removeEntry } from '../../clients/edit-entry.ts';
import { locationOf } from '../../clients/read-document.ts';
import { applyEdits } from '../../formats/edit-list.ts';
import { setValue } from '../../formats/edit.ts';
import { loadFormat } from '../../formats/index.ts';
import type { Format } from '../../formats/types.ts';
import { isError } from '../../model/diagnostic.ts';
import type { Server } from '../../model/server.ts';
import { isMap } from '../../model/value.ts';
import type { SourceText } from './read-source.ts';

/** The document of a client for the same client: as it is, but for servers that the client could not use. */
export async function rewritten(
  source: SourceText,
  text: string,
  servers: Readonly<Record<string, Server>>,
): Promise<WrittenDocument> {
  const { client, place } = source;
  const format = await loadFormat(locationOf(client, place)?.format ?? client.locations[0]?.format ?? 'json');
  const before = isAsWritten(source, format) ? text : printed(source, format);
  const written = await writeDocument(client, servers, place, before);
  let after = written.text;
  for (const name of written.unwritten)
    after = applyEdits(after, removeEntry({ client, place, format, text: after }, name).edits);
  return { ...written, text: after };
}

/** Comments in a file that its client reads strictly, or a map without the keys around it, have to be written anew. */
function isAsWritten({ document, isBare, format: read }: SourceText, format: Format): boolean {
  const isSameFormat = read === format.id || (read === 'jsonc' && format.id === 'json');
  return isSameFormat && !isBare && !format.parse(document.text).diagnostics.some(isError);
}

function printed({ document }: SourceText, format: Format): string {
  const fields = isMap(document.value) ? Object.entries(document.value) : [];
  return fields.reduce((text, [key, value]) => applyEdits(text, setValue(format, text, [key], value)), '');
}
