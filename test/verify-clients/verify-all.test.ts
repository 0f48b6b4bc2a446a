import { expect, it } from 'vitest';
import { claimedVersion, type KnownTestClient, testClients } from '../../test-clients/clients.ts';
import { exitCode, type Outcome } from '../../test-clients/verify/outcome.ts';
import { type Steps, verifyAll } from '../../test-clients/verify/verify-all.ts';

const byId = (id: string): KnownTestClient => testClients.find((client) => client.id === id) as KnownTestClient;
const wanted = ['codex', 'kilo', 'vscode'].map(byId);
const holds: Outcome = { kind: 'holds' };

function stepsWith(changes: Partial<Steps>): Steps {
  return {
    version: async () => Promise.resolve('4.9.9'),
    earlier: () => undefined,
    ask: async () => Promise.resolve(holds),
    keep: () => {},
    stop: () => undefined,
    tell: () => {},
    ...changes,
  };
}

it('goes on after a client that cannot be asked, and keeps no outcome of it', async () => {
  const kept: string[] = [];
  const reports = await verifyAll(
    wanted,
    stepsWith({
      ask: async ({ id }) =>
        id === 'kilo' ? Promise.reject(new Error('cannot be installed')) : Promise.resolve(holds),
      keep: (id, version) => void kept.push(`${id}@${version}`),
    }),
  );
  expect(reports.map(({ id, outcome }) => [id, outcome.kind])).toEqual([
    ['codex', 'holds'],
    ['kilo', 'not-asked'],
    ['vscode', 'holds'],
  ]);
  expect(reports[1]?.outcome).toEqual({ kind: 'not-asked', why: 'cannot be installed' });
  expect(kept).toEqual(['codex@4.9.9', 'vscode@4.9.9']);
  expect(exitCode(reports)).toBe(3);
});

it('reports the version of the program where its package counts otherwise, beside the one that is claimed', async () => {
  const [report] = await verifyAll([byId('vscode')], stepsWith({}));
  expect(report).toMatchObject({ asked: '1.9.9', claimed: { version: claimedVersion('vscode') } });
});

it('does not ask again what an earlier run has asked', async () => {
  const differs: Outcome = { kind: 'differs', differences: [{ test: 'user file', message: 'no' }] };
  const asked: string[] = [];
  const reports = await verifyAll(
    wanted,
    stepsWith({
      earlier: (id) => (id === 'codex' ? differs : undefined),
      ask: async ({ id }) => {
        asked.push(id);
        return Promise.resolve(holds);
      },
    }),
  );
  expect(asked).toEqual(['kilo', 'vscode']);
  expect(reports[0]).toMatchObject({ outcome: differs, earlier: true });
  expect(exitCode(reports)).toBe(1);
});

it('begins no other client when the time is over, and tells of each', async () => {
  const told: string[] = [];
  let asked = 0;
  const reports = await verifyAll(
    wanted,
    stepsWith({
      ask: async () => {
        asked += 1;
        return Promise.resolve(holds);
      },
      stop: () => (asked > 0 ? 'over' : undefined),
      tell: ({ id, outcome }) => void told.push(`${id} ${outcome.kind}`),
    }),
  );
  expect(told).toEqual(['codex holds', 'kilo not-asked', 'vscode not-asked']);
  expect(exitCode(reports)).toBe(3);
  expect(exitCode(reports.slice(0, 1))).toBe(0);
});
