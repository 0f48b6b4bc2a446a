import { chmodSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { machine, type Machine } from '../cli/support/machine.ts';

/** A machine with a secret in our own vault, and the name of its file. */
function withSecret(env: Readonly<Record<string, string>> = {}): { here: Machine; file: string; codes(): string[] } {
  const here = machine();
  expect(here.run(['secrets', 'set', 'A_TOKEN', '--to', 'file'], { input: 'one-value', env }).code).toBe(0);
  const file = here.everything().find((name) => /\/vault\/[^/]+\.json$/.test(name)) ?? '';
  const codes = (): string[] => here.ask(['doctor']).data.issues.map(({ code }: { code: string }) => code);
  return { here, file, codes };
}

const damages: Readonly<Record<string, (here: Machine, file: string) => void>> = {
  'replaced by other text': (here, file) => here.write(file, 'garbage'),
  'changed in one place': (here, file) => here.write(file, here.read(file).replace(/"data":"./, '"data":"?')),
  'cut off': (here, file) => here.write(file, here.read(file).slice(0, 40)),
  removed: (here, file) => here.remove(file),
  ...(process.platform !== 'win32' && {
    'readable by others': (here: Machine, file: string) => chmodSync(here.path(file), 0o644),
  }),
};

describe.each(Object.entries(damages))('a value of the vault that was %s', (_, damage) => {
  it('is an issue, until the step that doctor names was taken', () => {
    const { here, file, codes } = withSecret();
    expect(codes()).toEqual([]);
    damage(here, file);
    expect(here.run(['secrets', 'get', 'A_TOKEN']).code).toBe(1);
    expect(codes()).toEqual(['secret-unreadable']);
    const { code, stdout } = here.run(['doctor']);
    const step = /plugboard (secrets rotate A_TOKEN)/.exec(stdout)?.[1]?.split(' ') ?? [];
    expect([code, step]).toEqual([6, ['secrets', 'rotate', 'A_TOKEN']]);
    expect(stdout).not.toContain('one-value');
    expect(here.run([...step, '--yes'], { input: 'another-value' }).code).toBe(0);
    expect([codes(), here.run(['secrets', 'get', 'A_TOKEN']).stdout]).toEqual([[], 'another-value\n']);
  });
});

it('a vault whose key is not here now is none', () => {
  const { here, codes } = withSecret({ PLUGBOARD_PASSPHRASE: 'a long passphrase' });
  expect(here.run(['secrets', 'get', 'A_TOKEN']).code).toBe(1);
  expect(codes()).toEqual([]);
});

it('a list of secrets that is damaged is an issue', () => {
  const { here, codes } = withSecret();
  const list = here.everything().find((name) => name.endsWith('/secrets.json')) ?? '';
  here.write(list, '{ "version": 1, ');
  expect(codes()).toEqual(['vault-unreadable']);
});
