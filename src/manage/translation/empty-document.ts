import { containerPath, locationOf, shapeOf } from '../../clients/read-document.ts';
import type { Client, Place } from '../../clients/types.ts';
import { applyEdits } from '../../formats/edit-list.ts';
import { setValue } from '../../formats/edit.ts';
import { loadFormat } from '../../formats/index.ts';

/** Returns a client's document without servers. */
export async function emptyDocument(client: Client, place: Place): Promise<string> {
  const format = await loadFormat(locationOf(client, place)?.format ?? client.locations[0]?.format ?? 'json');
  const shape = shapeOf(client, undefined);
  const nothing = shape.listBy === undefined ? {} : [];
  return applyEdits('', setValue(format, '', containerPath(client, shape, place), nothing));
}
