import type { WrittenDocument } from '../../clients/document.ts';
import { removeEntry } from '../../clients/edit-entry.ts';
import { entryJudge } from '../../clients/judge-entry.ts';
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
  servers: Readonly<Record<string, Server>>,
): Promise<WrittenDocument> {
  const { client, place, document } = source;
  const format = await loadFormat(locationOf(client, place)?.format ?? client.locations[0]?.format ?? 'json');
  const judge = entryJudge({ client, place, root: document.value });
  const judged = Object.entries(servers).map(([name, server]) => ({ name, ...judge(name, server) }));
  const unwritten = judged.filter(({ written }) => !written);
  let text = isAsWritten(source, format) ? document.text : printed(source, format);
  for (const { name } of unwritten) text = applyEdits(text, removeEntry({ client, place, format, text }, name).edits);
  return {
    text,
    losses: unwritten.flatMap(({ name, losses }) => losses.map((loss) => ({ ...loss, server: name }))),
    unwritten: unwritten.map(({ name }) => name),
    companions: [],
  };
}

/** Comments in a file that its client reads strictly, or a map without the keys around it, have to be written anew. */
function isAsWritten({ document, isBare, format: read }: SourceText, format: Format): boolean {
  const isSameFormat = read === format.id || (read === 'jsonc' && format.id === 'json');
  return isSameFormat && !isBare && !format.parse(document.text).diagnostics.some(isError);
}

function printed({ document }: SourceText, format: Format): string {
  return isMap(document.value) ? applyEdits('', setValue(format, '', [], document.value)) : '';
}
