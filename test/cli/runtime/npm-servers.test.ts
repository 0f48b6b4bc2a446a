import { describe, expect, it } from 'vitest';
import { areInstalled, npmServer } from '../../runtime/support/npm-servers.ts';
import { type Definition, machineWith } from './support/servers.ts';

/** A definition as in a file. */
function definitionOf(name: string, args: readonly string[] = []): Definition {
  const { command = '', args: words = [], env = {} } = npmServer(name, args).server;
  return { command, args: words, env };
}

describe.skipIf(!areInstalled)('servers of others (packages of test/servers)', () => {
  const here = machineWith({});
  const everything = definitionOf('@modelcontextprotocol/server-everything', ['stdio']);
  const files = definitionOf('@modelcontextprotocol/server-filesystem', [here.project]);
  const memory = definitionOf('@modelcontextprotocol/server-memory');
  const thinking = definitionOf('@modelcontextprotocol/server-sequential-thinking');
  here.write('~/.cursor/mcp.json', JSON.stringify({ mcpServers: { everything, files, memory, thinking } }));
  here.write('note.txt', 'one\n\ttwo\nthree\n');

  it('answer', () => {
    const { code, data } = here.ask(['test']);
    expect(code).toBe(0);
    const found = data.servers.map((one: { name: string; tools: number }) => [one.name, one.tools > 0]);
    expect(found).toEqual([
      ['everything', true],
      ['files', true],
      ['memory', true],
      ['thinking', true],
    ]);
  });

  it('have tools that do not have to be asked for again', () => {
    const { code, data, warnings } = here.ask(['tools']);
    expect({ code, warnings }).toEqual({ code: 0, warnings: [] });
    expect(data.servers).toHaveLength(4);
    for (const { confirmed, tools } of data.servers) {
      expect(confirmed).toBe(false);
      expect(tools.length).toBeGreaterThan(0);
    }
  });

  it('take arguments and give results', () => {
    expect(here.run(['call', 'everything', 'get-sum', 'a=2', 'b=3'])).toMatchObject({
      code: 0,
      stdout: 'The sum of 2 and 3 is 5.\n',
    });
    expect(here.run(['call', 'files', 'read_text_file', `path=${here.path('note.txt')}`, 'head=2'])).toMatchObject({
      code: 0,
      stdout: 'one\n\ttwo\n',
    });
    const outside = here.run(['call', 'files', 'read_text_file', 'path=/nowhere']);
    expect({ code: outside.code, stdout: outside.stdout }).toEqual({ code: 1, stdout: '' });
    expect(outside.stderr).toMatch(/^✗ Error: Access denied/);
  });

  it('take lists and maps', () => {
    const path = here.path('note.txt');
    const edit = 'edits={"oldText":"three","newText":"four"}';
    expect(here.run(['call', 'files', 'edit_file', `path=${path}`, edit, 'dryRun=true']).stdout).toContain('+four');
    expect(here.read('note.txt')).toContain('three');
    const several = ['call', 'files', 'read_multiple_files', `paths=${path}`, `paths=${path}`];
    expect(here.run(several).stdout.match(/three/g)?.length).toBe(2);
  });

  it('tell progress', () => {
    const words = ['call', 'everything', 'trigger-long-running-operation', 'duration=0.1', 'steps=2'];
    const { code, stdout, stderr } = here.run(words);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'everything trigger-long-running-operation: 1 of 2\neverything trigger-long-running-operation: 2 of 2\n',
    });
    expect(stdout).toMatch(/^Long running operation completed/);
  });

  it('have resources and prompts', () => {
    const { data } = here.ask(['resources', 'everything']);
    const [{ uri }] = data.servers[0].resources;
    expect(here.run(['resources', 'everything', uri]).stdout).toMatch(/^# /);
    expect(here.run(['prompts', 'everything', 'args-prompt', 'city=Rome'])).toMatchObject({
      code: 0,
      stdout: "user:\nWhat's weather in Rome?\n",
    });
  });
});
