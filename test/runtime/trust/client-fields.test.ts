import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shapeOf } from '../../../src/clients/read-document.ts';
import { readEntry } from '../../../src/clients/read-entry.ts';
import { clients, type ClientId } from '../../../src/clients/registry.ts';
import type { Client } from '../../../src/clients/types.ts';
import type { Server } from '../../../src/model/server.ts';
import type { ValueMap } from '../../../src/model/value.ts';
import { fingerprintOf } from '../../../src/runtime/trust/approval.ts';
import { describeForApproval } from '../../../src/runtime/trust/describe-for-approval.ts';
import type { ServerToRun } from '../../../src/runtime/types.ts';
import { definitionKey } from '../../../src/store/approvals/definition-key.ts';
import { definitionHash } from '../../../src/store/locked/lock-file.ts';
import { namedFields } from '../../support/named-fields.ts';

const toRun = (server: Server, client = 'claude-code'): ServerToRun => ({
  name: 'one',
  server,
  origin: { file: '/p/f', client, scope: 'project', project: '/p' },
});

interface Frozen {
  readonly client: ClientId;
  readonly native: ValueMap;
  readonly fingerprint: string;
  readonly key: string;
  readonly lock: string;
}

describe('an entry without fields that only its client knows', () => {
  const frozen = JSON.parse(
    readFileSync(new URL('support/frozen-fingerprints.json', import.meta.url), 'utf8'),
  ) as Frozen[];

  it.each(frozen.map((one) => [one.client, one] as const))('of %s keeps its approval', (_, one) => {
    const client: Client = clients[one.client];
    const { server } = readEntry(client, client.shapes.at(-1) ?? shapeOf(client, undefined), one.native);
    expect({
      fingerprint: fingerprintOf(toRun(server, one.client), { TOKEN: 'secret-value', B: 'c' }),
      key: definitionKey(server),
      lock: definitionHash(server),
    }).toEqual({ fingerprint: one.fingerprint, key: one.key, lock: one.lock });
  });
});

describe.each(namedFields)('$client.id: $key ($effect)', ({ client, key, effect, native, others }) => {
  const read = (more: ValueMap): Server => readEntry(client, shapeOf(client, undefined), { ...native, ...more }).server;

  it('is shown in full, and is part of the approval and the lock', () => {
    const plain = read({});
    const seen = new Set([fingerprintOf(toRun(plain), {})]);
    const locks = new Set([definitionHash(plain)]);
    for (const value of others) {
      const server = read({ [key]: value });
      const { lines } = describeForApproval(toRun(server), {});
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      expect(lines.filter((line) => line.includes(`${key}: ${text}`))).toHaveLength(1);
      seen.add(fingerprintOf(toRun(server), {}));
      locks.add(definitionHash(server));
    }
    expect([seen.size, locks.size]).toEqual([others.length + 1, others.length + 1]);
  });

  it('belongs to what is started, unless it only trusts', () => {
    const keys = new Set([{}, ...others.map((value) => ({ [key]: value }))].map((more) => definitionKey(read(more))));
    expect(keys.size).toBe(effect === 'trusts' ? 1 : others.length + 1);
  });
});
