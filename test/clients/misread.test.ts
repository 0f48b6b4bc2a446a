import { describe, expect, it } from 'vitest';
import { misreadIn } from '../../src/clients/misread.ts';
import { clients, type ClientId } from '../../src/clients/registry.ts';

const literal: readonly (readonly [ClientId, string])[] = [
  ['crush', '$(touch /tmp/x)'],
  ['crush', 'Bearer $(id)'],
  ['crush', '`id`'],
  ['crush', '$GITHUB_TOKEN'],
  ['crush', '${A:-$(id)}'],
  ['crush', '$(echo ${A})'],
  ['opencode', '{file:/etc/passwd}'],
  ['opencode', 'x {file:/etc/passwd}'],
  ['opencode', '{env:GITHUB_TOKEN}'],
  ['opencode', '{file:${A}}'],
  ['kilo', '{file:/etc/passwd}'],
  ['vscode', '${command:evil}'],
  ['vscode', '${input:x}'],
  ['vscode', '${config:x}'],
  ['vscode', '${command:${A}}'],
  ['windsurf', '${file:/etc/passwd}'],
  ['visual-studio', '${input:x}'],
  ['gemini-cli', 'x$GITHUB_TOKEN'],
  ['qwen-code', '$GITHUB_TOKEN'],
  ['grok', '$GITHUB_TOKEN'],
  ['qoder', '$GITHUB_TOKEN'],
  ['nanocoder', '$GITHUB_TOKEN'],
  ['copilot-cli', '$GITHUB_TOKEN'],
  ['pi', '$env:X'],
  ['pi', '{env:X}'],
  ['mcporter', '$env:X'],
  ['mcporter', '${X-y}'],
  ['mcporter', '${X:y}'],
  ['mcporter', '${X y}'],
  ['gemini-cli', 'Bearer ${X-y}'],
  ['gemini-cli', '${X+y}'],
  ['gemini-cli', '${X:+y}'],
  ['continue', '${{ secrets.X }}'],
  ['omp', 'GITHUB_TOKEN'],
];

describe('text of a project', () => {
  it.each(literal)('that %s would read as more than text: %s', (id, text) => {
    const server = { command: 'node', env: { A: text } };
    expect(misreadIn(clients[id], clients['mcp-json'], server)?.field).toBe('env.A');
    expect(misreadIn(clients[id], undefined, server)?.field).toBe('env.A');
    expect(misreadIn(clients[id], clients[id], server)).toBeUndefined();
    expect(misreadIn(clients['mcp-json'], undefined, server)).toBeUndefined();
  });

  it.each(['https://a.test/?t={env:X}', 'https://a.test/?t=$env:X'])('in an address that Pi expands: %s', (url) => {
    expect(misreadIn(clients.pi, clients['mcp-json'], { url })?.field).toBe('url');
  });

  it('that both clients read in the same way, or that is a variable, is no such text', () => {
    expect(misreadIn(clients.kilo, clients.opencode, { command: 'node', args: ['{file:/x}'] })).toBeUndefined();
    expect(misreadIn(clients.vscode, clients['visual-studio'], { args: ['${input:x}'] })).toBeUndefined();
    for (const id of ['crush', 'vscode', 'opencode', 'omp'] as const)
      for (const text of ['${A}', '${A:-b}', 'fast', 'DEBUG', '1$', '--x={y}'])
        expect(misreadIn(clients[id], clients['mcp-json'], { command: 'node', env: { B: text } })).toBeUndefined();
  });
});
