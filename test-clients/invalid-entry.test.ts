import { inject, it } from 'vitest';
import { containerPath, locationOf, shapeOf } from '../src/clients/read-document.ts';
import { clients } from '../src/clients/registry.ts';
import type { Client, Location } from '../src/clients/types.ts';
import { loadFormat } from '../src/formats/index.ts';
import { Revision } from '../src/formats/revision.ts';
import { valueAt } from '../src/model/value.ts';
import type { Answer } from './answer.ts';
import { askClient } from './ask-client.ts';
import { drivers } from './drivers.ts';
import { servers } from './servers.ts';
import { fileCases } from './wanted-clients.ts';
import { writtenPath, writeFiles } from './write-files.ts';

it.concurrent.for(fileCases())('an invalid entry costs %s in its %s file what is known', async (one, context) => {
  const [id, scope, client] = one;
  const definition: Client = clients[id];
  const location = locationOf(definition, { scope });
  if (!location) return context.skip(`plugboard writes no ${scope} file for ${id}`);
  const question = {
    cache: inject('cache'),
    client,
    driver: drivers[id],
    scope,
    names: ['plain'],
    prepare: async (box: Parameters<typeof writeFiles>[0], url: string): Promise<void> => {
      const { plain } = servers(box.log, url);
      if (!plain) throw new Error('there is no server to write');
      const { text } = await writeFiles(box, definition, location, { plain });
      box.put(writtenPath(box, location), await withInvalidEntry(definition, location, box.project, text));
    },
  };
  // A program that stops altogether prints nothing that could be understood.
  const answer: Pick<Answer, 'listed' | 'raw'> = await askClient(question).catch((error: unknown) => ({
    listed: [],
    raw: String(error),
  }));
  context.onTestFailed(() => console.error(`── ${id} says\n${answer.raw}`));
  const isLost = !answer.listed.some(({ status }) => status === 'connected');
  context.expect(isLost, 'the valid server is lost too').toBe(definition.behavior?.invalidEntryCosts !== undefined);
});

/** The same file with an entry whose command is a number. */
async function withInvalidEntry(client: Client, location: Location, project: string, text: string): Promise<string> {
  const format = await loadFormat(location.format);
  const revision = new Revision(format, format.parse(text));
  const shape = shapeOf(client, revision.value);
  const at = containerPath(client, shape, { scope: location.scope, project });
  const list = valueAt(revision.value, at);
  const invalid = { ...(shape.listBy !== undefined && { [shape.listBy]: 'invalid' }), command: 5 };
  revision.set([...at, Array.isArray(list) ? list.length : 'invalid'], invalid);
  return revision.settle().text;
}
