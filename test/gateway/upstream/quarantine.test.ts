import { expect, test } from 'vitest';
import { checkPins } from '../../../src/gateway/upstream/quarantine.ts';
import { memory } from '../support/gateway-with.ts';

const said = { tools: [{ name: 'add', description: 'Adds.' }], instructions: 'Be kind.' };
const calc = { name: 'calc', server: { command: 'calc' } };

test('a renamed server keeps what was accepted of it', async () => {
  const pins = memory();
  expect(await checkPins(pins, calc, said)).toMatchObject({ withheld: new Set(), instructions: 'Be kind.' });
  const renamed = { ...calc, name: 'sums' };
  const other = { tools: [{ name: 'add', description: 'Other.' }], instructions: 'Be cruel.' };
  expect(await checkPins(pins, renamed, other)).toMatchObject({ withheld: new Set(['add']), instructions: 'Be kind.' });
});

test('of another server that has taken the name everything is withheld, and stays so', async () => {
  const pins = memory();
  await checkPins(pins, calc, said);
  const other = { ...calc, server: { command: 'other' } };
  for (const toRun of [other, other, { ...other, name: 'renamed' }]) {
    const judged = await checkPins(pins, toRun, said);
    expect(judged).toEqual({ withheld: new Set(['add']), added: [] });
  }
  expect(await checkPins(pins, calc, said)).toMatchObject({ withheld: new Set() });
});

test('an unchanged verdict is not written again', async () => {
  const pins = memory();
  const written: string[] = [];
  const store = { ...pins, write: async (key: string, value: unknown) => (written.push(key), pins.write(key, value)) };
  await checkPins(store, calc, said);
  expect(written).toHaveLength(2);
  await checkPins(store, calc, said);
  expect(written).toHaveLength(2);
});
