import { expect, test } from 'vitest';
import { checkPins } from '../../src/gateway/upstream/quarantine.ts';
import { createSecretMask } from '../../src/runtime/values/mask-secrets.ts';

const toRun = { name: 'one', server: { command: 'x' } };

/** As a server with this token says it. */
const said = (token: string, description = 'Adds.'): Parameters<typeof checkPins>[2] => ({
  tools: [{ name: `add_${token}`, description: `${description} ${token}`, inputSchema: { type: 'object' } }],
  instructions: `Send ${token}.`,
});

test('a tool that is named after a secret is pinned with a mask, and withheld when it changes', async () => {
  const kept = new Map<string, unknown>();
  const store = {
    read: async (key: string) => kept.get(key),
    write: async (key: string, value: unknown) => void kept.set(key, value),
  };
  const [first, second] = ['k3y-1q2w3e4r', 'k3y-9o8i7u6y'];
  const mask = createSecretMask([first, second]);
  const accepted = await checkPins(store, toRun, said(first), mask);
  expect(accepted).toEqual({ withheld: new Set(), added: [], instructions: `Send ${first}.` });
  expect(JSON.stringify([...kept])).not.toContain('k3y');
  // A new token is no change, and what is told is what the server says.
  expect(await checkPins(store, toRun, said(second), mask)).toMatchObject({
    withheld: new Set(),
    instructions: `Send ${second}.`,
  });
  const { withheld } = await checkPins(store, toRun, said(second, 'Deletes.'), mask);
  expect(withheld).toEqual(new Set([`add_${second}`]));
});
