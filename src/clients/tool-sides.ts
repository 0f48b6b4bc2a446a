import type { Value } from '../model/value.ts';
import { shapeOf } from './read-document.ts';
import type { Client, EntryWriter, Lens } from './types.ts';

/** Which lists of tools a client takes for a server. */
export interface ToolSides {
  readonly allow: boolean;
  readonly deny: boolean;
}

/** Asked of the very code that writes entries, so that no list of clients can be out of date. */
export function toolSides(client: Client, root?: Value): ToolSides {
  if (client.verbatim) return { allow: true, deny: true };
  const lenses = shapeOf(client, root).lenses.filter(({ fields }) => fields.includes('tools'));
  return { allow: takes(lenses, 'allow'), deny: takes(lenses, 'deny') };
}

function takes(lenses: readonly Lens[], side: keyof ToolSides): boolean {
  let isWritten = false;
  let isLost = false;
  const lose = (): void => {
    isLost = true;
  };
  const entry: EntryWriter = {
    transport: 'stdio',
    scope: 'user',
    put(_, value) {
      isWritten ||= value !== undefined;
    },
    native: (value) => value,
    lose,
    refuse: lose,
  };
  for (const lens of lenses) lens.write({ tools: { [side]: ['some_tool'] } }, entry);
  return isWritten && !isLost;
}
