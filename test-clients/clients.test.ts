import { inject, it } from 'vitest';
import type { WrittenDocument } from '../src/clients/document.ts';
import { locationOf } from '../src/clients/read-document.ts';
import { clients } from '../src/clients/registry.ts';
import type { Client } from '../src/clients/types.ts';
import { askClient } from './ask-client.ts';
import { compareAnswer } from './compare-answer.ts';
import { drivers } from './drivers.ts';
import { servers } from './servers.ts';
import { fileCases } from './wanted-clients.ts';
import { writeFiles } from './write-files.ts';

it.concurrent.for(fileCases())('%s uses what is written for its %s file', async ([id, scope, client], context) => {
  const definition = (clients as Readonly<Record<string, Client | undefined>>)[id];
  if (!definition) throw new Error(`plugboard does not know ${id}`);
  const location = locationOf(definition, { scope });
  if (!location) return context.skip(`plugboard writes no ${scope} file for ${id}`);

  let written: WrittenDocument = { text: '', losses: [], unwritten: [], companions: [] };
  const answer = await askClient({
    cache: inject('cache'),
    client,
    driver: drivers[id],
    scope,
    names: Object.keys(servers('', '')),
    prepare: async (box, url) => {
      written = await writeFiles(box, definition, location, servers(box.log, url));
    },
  });
  context.onTestFailed(() => console.error(`── ${id}, ${scope} file\n${written.text}\n── ${id} says\n${answer.raw}`));
  compareAnswer(context.expect, answer, written, (name) => definition.names?.pattern?.test(name) ?? true);
});
