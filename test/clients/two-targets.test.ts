import { describe, expect, it } from 'vitest';
import { shapeOf } from '../../src/clients/read-document.ts';
import { readEntry } from '../../src/clients/read-entry.ts';
import { clients } from '../../src/clients/registry.ts';
import type { Client } from '../../src/clients/types.ts';
import { writeEntry } from '../../src/clients/write-entry.ts';
import { targetKeysOf } from '../../src/clients/write-rest.ts';
import { effectiveFields, runFields } from '../../src/model/fields/effective-fields.ts';
import type { Server } from '../../src/model/server.ts';
import type { ValueMap } from '../../src/model/value.ts';
import { collect } from '../../src/validate/report.ts';
import { checkServer } from '../../src/validate/server-rules.ts';

const [one, other] = ['https://one.example/mcp', 'https://other.example/mcp'];
const all: readonly Client[] = Object.values(clients);
const addressKeys = ['url', 'httpUrl', 'serverUrl', 'server_url', 'baseUrl', 'base_url', 'uri'];
const pairs = all
  .filter(({ verbatim, transports }) => !verbatim && transports.some((transport) => transport !== 'stdio'))
  .flatMap((client) =>
    targetKeysOf(shapeOf(client, undefined))
      .filter((key) => addressKeys.includes(key))
      .flatMap((key) => addressKeys.filter((more) => more !== key).map((more) => [client, key, more] as const)),
  );

const read = (client: Client, native: ValueMap): Server => readEntry(client, shapeOf(client, undefined), native).server;

describe('an entry with two addresses', () => {
  it.each(pairs.map(([client, key, more]) => [client.id, key, more, client] as const))(
    'of %s under %s and %s is shown with both, and is not proven',
    (_id, key, more, client) => {
      const server = read(client, { [key]: one, [more]: other, type: 'http' });
      const fields = effectiveFields(server).filter(({ isTarget }) => isTarget);
      expect(new Set([server.url, ...fields.map(({ value }) => value)])).toEqual(new Set([one, other]));
      expect(runFields(server).map((field) => field.key)).toContain(fields[0]?.key);
      const { issues, report } = collect(undefined);
      checkServer(server as ValueMap, ['x'], report);
      expect(issues.map(({ code }) => code)).toContain('second-target');
    },
  );

  it('of Gemini CLI is the one under httpUrl, which is http', () => {
    const server = read(clients['gemini-cli'], { httpUrl: one, url: other, type: 'sse' });
    expect(server).toMatchObject({ url: one, transport: 'http', extras: { 'gemini-cli': { url: other } } });
    expect(read(clients['gemini-cli'], { httpUrl: '', url: other, type: 'sse' })).toMatchObject({
      url: other,
      transport: 'sse',
    });
    expect(read(clients['gemini-cli'], { httpUrl: one })).toEqual({ url: one });
  });

  it.each(['gemini-cli', 'qoder', 'qwen-code', 'mcporter', 'windsurf'] as const)(
    'is written for %s with one address, and the other is a loss',
    (id) => {
      const client: Client = clients[id];
      const keys = targetKeysOf(shapeOf(client, undefined)).filter((key) => key !== 'command');
      for (const key of keys) {
        const server: Server = { transport: 'http', url: one, extras: { [id]: { [key]: other } } };
        const { native, losses } = writeEntry(client, shapeOf(client, undefined), 'x', server, { scope: 'user' });
        expect(JSON.stringify(native)).toContain(one);
        expect(JSON.stringify(native)).not.toContain(other);
        expect(losses).toContainEqual(expect.objectContaining({ field: `extras.${id}.${key}`, action: 'dropped' }));
      }
    },
  );

  it('is one if both are equal', () => {
    const { issues, report } = collect(undefined);
    checkServer(read(clients['gemini-cli'], { httpUrl: one, url: one }) as ValueMap, ['x'], report);
    expect(issues.map(({ code }) => code)).not.toContain('second-target');
  });
});
