import { describe, expect, it } from 'vitest';
import { run } from './support/run-program.ts';

const stray = '{"mcpServers":{"a":{"command":"x"},"b":3}}';
const transport = '{"mcpServers":{"a":{"type":"ws","url":"https://example.com"}}}';
const variable = '{"mcpServers":{"a":{"command":"x","env":{"N":1}}}}';
const many = JSON.stringify({
  mcpServers: Object.fromEntries([
    ...Array.from({ length: 600 }, (_, index) => [`s${index}`, { command: 'x' }]),
    ['odd', 3],
  ]),
});

describe('a malformed entry is refused before anything is written', () => {
  it.each([
    ['something that is no object', stray],
    ['an unknown transport', transport],
    ['a variable that is a number', variable],
    ['something that is no object behind 600 servers', many],
  ])('by import and add: %s', (_what, input) => {
    for (const args of [
      ['import', '-', '--yes'],
      ['import', 'servers.json', '--yes'],
      ['add', '-', '--yes'],
    ]) {
      const { code, stdout } = run([...args, '--dry-run'], { input, files: { 'servers.json': input } });
      expect({ args, code, stdout }).toEqual({ args, code: 3, stdout: '' });
    }
  });

  it.each([
    ['export', ['export', '--from', 'cursor:user']],
    ['copy', ['copy', 'a', '--from', 'cursor:user', '--to', 'codex:user', '--yes']],
    ['sets create', ['sets', 'create', 'work', 'cursor:user/a', '--yes']],
  ])('by %s', (_command, args) => {
    const { code, stdout, stderr } = run(args, { files: { '.cursor/mcp.json': variable }, homeIsFolder: true });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('env');
  });
});
