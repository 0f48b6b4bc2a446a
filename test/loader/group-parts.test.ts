import { describe, expect, it } from 'vitest';
import { groupParts } from '../../loader/build/group-parts.mjs';
import { planScripts } from '../../loader/build/plan-scripts.mjs';

describe('groupParts', () => {
  it('puts parts with the same users together, whatever their size', () => {
    const parts = [
      { name: 'a', bytes: 1_000_000, users: ['list', 'add'] },
      { name: 'b', bytes: 10, users: ['add', 'list'] },
      { name: 'c', bytes: 10, users: ['serve'] },
    ];
    expect(groupParts(parts)).toEqual([['a', 'b'], ['c']]);
  });

  it('adds small code that not all users need, and keeps large code apart', () => {
    const commands = Array.from({ length: 10 }, (_, index) => `command${index}`);
    const parts = [
      { name: 'common', bytes: 10_000, users: commands },
      { name: 'small', bytes: 100, users: commands.slice(1) },
      { name: 'large', bytes: 1_000_000, users: commands.slice(2) },
    ];
    expect(groupParts(parts)).toEqual([['common', 'small'], ['large']]);
  });

  it('keeps a part that an important entry point needs away from one that it does not need', () => {
    const parts = [
      { name: 'common', bytes: 20_000, users: ['x', 'y', 'z', 'exec'] },
      { name: 'commands', bytes: 20_000, users: ['x', 'y', 'z'] },
    ];
    expect(groupParts(parts)).toEqual([['common', 'commands']]);
    expect(groupParts(parts, (user) => (user === 'exec' ? 16 : 1))).toEqual([['common'], ['commands']]);
  });
});

describe('planScripts', () => {
  const output = (imports: string[], entryPoint?: string) => ({
    bytes: 1_000_000,
    inputs: {},
    exports: [],
    imports: imports.map((path) => ({ path, kind: 'import-statement' as const })),
    ...(entryPoint !== undefined && { entryPoint }),
  });

  it('starts with the entry point and what it imports, and groups the rest by the commands that need it', () => {
    const outputs = {
      'shared.js': output([]),
      'main.js': { ...output(['shared.js', 'node:fs'], 'src/cli/main.ts') },
      'list.js': output(['shared.js', 'read.js'], 'src/cli/commands/list.ts'),
      'get.js': output(['read.js'], 'src/cli/commands/get.ts'),
      'read.js': output(['parse.js']),
      'parse.js': output([]),
      'late.js': output(['later.js', 'parse.js'], 'src/formats/late.ts'),
      'later.js': output([]),
    };
    expect(planScripts(outputs, 'src/cli/main.ts')).toEqual([
      ['main.js', 'shared.js'],
      ['list.js'],
      ['get.js'],
      ['read.js', 'parse.js'],
      ['late.js', 'later.js'],
    ]);
  });

  it('keeps what the launcher imports later with the launcher', () => {
    const outputs = {
      'main.js': output([], 'src/cli/main.ts'),
      'exec.js': output([], 'src/cli/exec/exec-now.ts'),
      'vault.js': output(['cipher.js'], 'src/secrets/vaults/file-vault.ts'),
      'cipher.js': output([]),
      'list.js': output(['cipher.js', 'rows.js'], 'src/cli/commands/list.ts'),
      'rows.js': output([]),
    };
    expect(planScripts(outputs, 'src/cli/main.ts')).toEqual([
      ['main.js'],
      ['exec.js', 'vault.js'],
      ['cipher.js'],
      ['list.js', 'rows.js'],
    ]);
  });
});
