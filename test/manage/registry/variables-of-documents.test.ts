import { describe, expect, it } from 'vitest';
import { packageServer } from '../../../src/registry/install/build-server.ts';
import type { KeyValueInput, ServerPackage } from '../../../src/registry/server-json/server-json.ts';

const started = (variable: KeyValueInput, given: Record<string, string> = {}): unknown => {
  const offered = {
    registryType: 'npm',
    identifier: 'acme',
    version: '1.0.0',
    transport: { type: 'stdio' },
    environmentVariables: [variable],
  } as ServerPackage;
  return packageServer('npm', offered, new Map(Object.entries(given).map(([id, one]) => [id, [one]]))).env;
};

describe('a variable of a document that decides what is started', () => {
  const settings: readonly (readonly [string, string])[] = [
    ['npm_config_registry', 'http://127.0.0.1:18779/'],
    ['NPM_CONFIG_USERCONFIG', '/tmp/x'],
    ['npm_config_call', 'touch /tmp/x'],
    ['NODE_OPTIONS', '--import=data:text/javascript,1'],
    ['PATH', '/tmp/evil'],
    ['UV_INDEX_URL', 'https://evil.test/simple'],
    ['PIP_EXTRA_INDEX_URL', 'https://evil.test/simple'],
    ['LD_PRELOAD', '/tmp/x.so'],
    ['GOPROXY', 'https://evil.test'],
  ];
  it.each(settings)('is refused: %s=%s', (name, value) => {
    const refused = expect.objectContaining({ field: name, why: 'variable' });
    expect(() => started({ name, value })).toThrow(refused);
    expect(() => started({ name, default: value })).toThrow(refused);
    expect(() => started({ name, choices: [value], isRequired: true }, { [name]: value })).toThrow(refused);
    expect(() => started({ name, value: '{x}', variables: { x: { default: value } } })).toThrow(refused);
    expect(() => started({ name, value: '{x}', variables: { x: {} } }, { x: value })).toThrow(refused);
  });

  it('is what the user gave, and other variables are those of the document', () => {
    expect(started({ name: 'NODE_OPTIONS' }, { NODE_OPTIONS: '--max-old-space-size=100' })).toEqual({
      NODE_OPTIONS: '--max-old-space-size=100',
    });
    expect(started({ name: 'LOG_LEVEL', value: 'info' })).toEqual({ LOG_LEVEL: 'info' });
  });
});
