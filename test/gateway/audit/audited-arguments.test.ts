import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type AuditEntry, auditGateway, openAuditLog } from '../../../src/gateway/audit/audit-log.ts';
import type { AuditPolicy } from '../../../src/gateway/audit/audited-arguments.ts';
import { gatewayWith, greeted } from '../support/gateway-with.ts';

const program = fileURLToPath(new URL('../servers/talkative.mjs', import.meta.url));
const key = Buffer.alloc(32, 7);

/** The entries for calls with the same arguments in two spellings. */
async function audited(policy?: AuditPolicy, mask?: (text: string) => string): Promise<AuditEntry[]> {
  const gateway = gatewayWith([
    { name: 'one', server: { command: process.execPath, args: [program, 'legacy', 'one'] } },
  ]);
  let lines = '';
  const log = openAuditLog({ path: (text) => (lines += text), ...(mask && { mask }) });
  auditGateway(gateway, log, policy);
  const client = await greeted(gateway);
  await client.request('tools/list');
  const answered = new Promise<void>((done) => {
    let count = 0;
    gateway.onEvent(({ kind }) => {
      count += kind === 'call' ? 1 : 0;
      if (count === 3) done();
    });
  });
  for (const [id, args] of ['{"a":"hunter2","b":1}', '{ "b": 1, "a": "hunter2" }', '{"a":"other"}'].entries())
    client.sendText(
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"mcp_one_echo","arguments":${args}}}`,
    );
  await answered;
  log.close();
  const entries = lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditEntry);
  return entries.filter(({ event }) => event === 'call');
}

it('arguments are not recorded by default', async () => {
  const entries = await audited();
  expect(entries).toHaveLength(3);
  expect(JSON.stringify(entries)).not.toMatch(/hunter2|argumentsHash/);
});

it('a keyed hash recognizes equal arguments, however they are written, and reveals nothing', async () => {
  const entries = await audited({ record: 'hash', key });
  const hashes = entries.map(({ argumentsHash }) => argumentsHash);
  const wanted = createHmac('sha256', key).update('{"a":"hunter2","b":1}').digest('base64url');
  expect(hashes.filter((hash) => hash === wanted)).toHaveLength(2);
  expect(new Set(hashes).size).toBe(2);
  expect(JSON.stringify(entries)).not.toContain('hunter2');
});

it('a server may have a policy of its own', async () => {
  expect(JSON.stringify(await audited({ record: 'none', servers: { one: 'keep' } }))).toContain('hunter2');
  const entries = await audited({ record: 'keep', servers: { one: 'hash' }, key });
  expect(entries.filter(({ argumentsHash }) => argumentsHash !== undefined)).toHaveLength(3);
  expect(JSON.stringify(entries)).not.toContain('hunter2');
});

it('arguments that are kept are masked like everything else', async () => {
  const entries = await audited({ record: 'keep' }, (text) => text.replaceAll('hunter2', '***'));
  expect(entries.map((entry) => entry['arguments'])).toContain('{"a":"***","b":1}');
});
