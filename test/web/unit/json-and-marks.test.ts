import { describe, expect, it } from 'vitest';
import { jsonOf, readJson } from '../../../web/src/components/server-form/document/json-text.ts';
import {
  hasPlaceholder,
  placeholderPaths,
  placeholderPath,
  withMasks,
} from '../../../web/src/components/server-form/document/placeholders.ts';
import { variablesIn } from '../../../web/src/components/server-form/document/variables-in.ts';

describe('JSON', () => {
  it('comes back as it went', () => {
    const server = { transport: 'stdio', command: 'x', args: ['-e', '-e'], mine: { deep: [1, null] } };
    expect(readJson(jsonOf(server))).toEqual({ server });
  });

  it('may spell type and enabled', () => {
    expect(readJson('{"type": "sse", "url": "u", "enabled": false}')).toEqual({
      server: { transport: 'sse', url: 'u', disabled: true },
    });
    expect(readJson('{"enabled": true, "command": "x"}')).toEqual({ server: { command: 'x' } });
  });

  it('says where it is broken', () => {
    expect(readJson('{\n  "a": 1,\n}')).toEqual({ problem: expect.stringMatching(/line 3/) });
    expect(readJson('')).toHaveProperty('problem');
    expect(readJson('[]')).toHaveProperty('problem');
    expect(readJson('{"mcpServers": {"a": {}}}')).toHaveProperty('problem');
  });
});

describe('marks of kept values', () => {
  const masks = { 'env.TOKEN': { masked: 'ghp_…' } };

  it('are told from text', () => {
    expect(placeholderPath('⟪kept:env.TOKEN⟫')).toBe('env.TOKEN');
    expect(placeholderPath('Bearer ⟪kept:headers.A⟫')).toBeUndefined();
    expect(placeholderPaths('--a=⟪kept:args.0⟫ ⟪kept:args.1⟫')).toEqual(['args.0', 'args.1']);
    expect(hasPlaceholder('⟪kept⟫')).toBe(false);
    expect(hasPlaceholder('⟪kept:x⟫')).toBe(true);
    expect(hasPlaceholder('⟪kept:x⟫')).toBe(true);
  });

  it('are shown masked', () => {
    expect(withMasks('Bearer ⟪kept:env.TOKEN⟫', masks)).toBe('Bearer ghp_…');
    expect(withMasks('⟪kept:unknown⟫', masks)).toBe('••••');
  });
});

it('finds references in every depth, each once', () => {
  const server = { args: ['${A}', '${B:-x}/${A}'], env: { C: 'a ${D}' }, plain: '$E ${ F }' };
  expect([...variablesIn(server)]).toEqual([
    ['A', undefined],
    ['B', 'x'],
    ['D', undefined],
  ]);
});
