import type { Value } from '../model/value.ts';
import { shapeOf } from './read-document.ts';
import type { Client, EntryWriter, Lens } from './types.ts';

/** Which tool lists a client supports per server. */
export interface ToolSides {
  readonly allow: boolean;
  readonly deny: boolean;
}

/** Tests the lenses themselves, so no list of clients can become outdated. */
export function toolSides(client: Client, root?: Value): ToolSides {
  if (client.verbatim) return { allow: true, deny: true };
  const lenses = shapeOf(client, root).lenses.filter(({ fields }) => fields.includes('tools'));
  return { allow: supportsList(lenses, 'allow'), deny: supportsList(lenses, 'deny') };
}

function supportsList(lenses: readonly Lens[], side: keyof ToolSides): boolean {
  let isWritten = false;
  let isLost = false;
  const reportLoss = (): void => {
    isLost = true;
  };
  const entry: EntryWriter = {
    transport: 'stdio',
    scope: 'user',
    put(_, value) {
      isWritten ||= value !== undefined;
    },
    native: (value) => value,
    reportLoss,
    refuse: reportLoss,
  };
  for (const lens of lenses) lens.write({ tools: { [side]: ['some_tool'] } }, entry);
  return isWritten && !isLost;
}
