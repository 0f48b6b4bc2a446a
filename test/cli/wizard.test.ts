import { describe, expect, it } from 'vitest';
import { clients } from '../../src/clients/registry.ts';
import { key, type Person, sitDown } from './support/at-terminal.ts';
import { type Machine, machine } from './support/machine.ts';

const { enter, escape, down, left, space, backspace, interrupt } = key;
const catalog = '~/.config/plugboard/plugboard.json';
const secret = 'sk-proj-1a2b3c4d5e6f7g8h';

function serversIn(here: Machine, file: string, at = 'servers'): unknown {
  return (JSON.parse(here.read(file)) as Record<string, unknown>)[at];
}

/** Answers questions in order: what to wait for, then what to press. */
async function answer(person: Person, ...questions: readonly (readonly [string, ...string[]])[]): Promise<void> {
  for (const [text, ...keys] of questions) {
    await person.sees(text);
    person.press(...keys);
  }
}

describe('the wizard of plugboard add', () => {
  it('defines a program that is started, step by step', async () => {
    const here = machine({ '~/.claude.json': '{}\n' });
    const person = sitDown(here);
    await answer(
      person,
      ['What do you have?', down, enter],
      ['What is its name?', 'files', enter],
      ['Which transport?', enter],
      ['Which command starts it?', 'npx -y "server files" .', enter],
      ['environment variables?', down, enter],
      ['Name of the variable', 'LOG_LEVEL', enter],
      ['Value of LOG_LEVEL', 'debug', enter],
      ['Another variable?', enter],
      ['Where should it be defined?', down, space, enter],
      ['Which scope?', enter],
      ['Save this?', enter],
    );
    expect(await person.ended()).toEqual({
      code: 0,
      said:
        '✓ add files to catalog:user, claude-code:user\n  created ~/.config/plugboard/plugboard.json\n' +
        '  changed ~/.claude.json\nUndo with: plugboard undo\n',
    });
    const words = { command: 'npx', args: ['-y', 'server files', '.'], env: { LOG_LEVEL: 'debug' } };
    expect(serversIn(here, catalog)).toEqual({ files: { transport: 'stdio', ...words } });
    expect(serversIn(here, '~/.claude.json', 'mcpServers')).toEqual({ files: { type: 'stdio', ...words } });
    expect(person.drawn()).toContain('│  +        "LOG_LEVEL": "debug"');
  });

  it('defines a URL, and offers a reference for the secret, which is not echoed', async () => {
    const here = machine();
    const person = sitDown(here, { name: 'linear' });
    await answer(
      person,
      ['What do you have?', down, enter],
      ['Which transport?', down, enter],
      ['What is its URL?', 'https://mcp.linear.app/mcp', enter],
      ['headers', down, enter],
      ['Name of the header', 'Authorization', enter],
      ['Value of Authorization', `Bearer ${secret}`, enter],
      ['Another header?', enter],
      ['This contains a secret', enter],
      ['Where should it be defined?', enter],
      ['Which scope?', enter],
      ['Save this?', enter],
    );
    const { code, said } = await person.ended();
    expect(code).toBe(0);
    expect(said).toMatch(/Set LINEAR_TOKEN before you start a client: (?:export|setx) LINEAR_TOKEN/);
    expect(serversIn(here, catalog)).toEqual({
      linear: {
        transport: 'http',
        url: 'https://mcp.linear.app/mcp',
        headers: { Authorization: 'Bearer ${LINEAR_TOKEN}' },
      },
    });
    expect(person.drawn() + said).not.toContain(secret);
  });

  it('stores a secret in the vault, so that no file has it and nothing is to be set', async () => {
    const here = machine();
    const person = sitDown(here, { name: 'linear', server: { env: { API_TOKEN: secret } } });
    await answer(
      person,
      ['Which transport?', enter],
      ['Which command starts it?', 'node x.js', enter],
      ['This contains a secret', down, enter],
      ['Where should it be defined?', enter],
      ['Which scope?', enter],
      ['Save this?', enter],
    );
    const { code, said } = await person.ended();
    expect(code).toBe(0);
    expect(said).not.toContain('before you start a client');
    expect(serversIn(here, catalog)).toMatchObject({ linear: { env: { API_TOKEN: '${API_TOKEN}' } } });
    expect(here.run(['secrets', 'get', 'API_TOKEN']).stdout).toBe(`${secret}\n`);
    expect(person.drawn() + said).not.toContain(secret);
  });

  it('goes back with Esc and with ←, and keeps what was answered', async () => {
    const here = machine();
    const person = sitDown(here);
    await answer(
      person,
      ['What do you have?', down, enter],
      ['What is its name?', left],
      ['What do you have?', enter],
      ['What is its name?', 'one', enter],
      ['Which transport?', down, enter],
      ['What is its URL?', escape],
      ['● http', left],
      // The name is there again, so ← moves in it and only Esc would lead further back.
      ['one', left, backspace, 'n', enter],
      ['Which transport?', enter],
      ['What is its URL?', 'http://localhost:1/', enter],
      ['headers', enter],
      ['Where should it be defined?', enter],
      ['Which scope?', enter],
      ['Save this?', down, enter],
      ['Which scope?', down, enter],
      ['Save this?', enter],
    );
    expect((await person.ended()).code).toBe(0);
    expect(serversIn(here, 'plugboard.json')).toEqual({ one: { transport: 'http', url: 'http://localhost:1/' } });
  });

  it.each([
    ['Ctrl+C on the first question', [['What do you have?', interrupt]]],
    ['Esc on the first question', [['What do you have?', escape]]],
    ['← on the first question', [['What do you have?', left]]],
    [
      'Ctrl+C in a text',
      [
        ['What do you have?', down, enter],
        ['its name?', 'abc', interrupt],
      ],
    ],
    ['Ctrl+D', [['What do you have?', '\u0004']]],
  ] as const)('writes nothing on %s', async (_, questions) => {
    const here = machine();
    const person = sitDown(here);
    await answer(person, ...(questions as readonly (readonly [string, ...string[]])[]));
    expect(await person.ended()).toEqual({ code: 130, said: 'Nothing written.\n' });
    expect(here.everything()).toEqual([]);
  });

  it('writes nothing when the person cancels what they see', async () => {
    const here = machine();
    const person = sitDown(here, { name: 'a', server: { transport: 'http', headers: { A: 'b' } } });
    await answer(
      person,
      ['What is its URL?', 'https://example.com/mcp', enter],
      ['Where should it be defined?', enter],
      ['Which scope?', enter],
      ['Save this?', down, down, enter],
    );
    expect(await person.ended()).toEqual({ code: 130, said: 'Nothing written.\n' });
    expect(here.everything()).toEqual([]);
  });

  it('asks only for what options have not said', async () => {
    const here = machine({ '~/.claude.json': '{}\n' });
    const targets = [{ client: clients['claude-code'], scope: 'user' }] as const;
    const person = sitDown(here, { name: 'a', server: { transport: 'stdio', env: {} }, targets }, { yes: true });
    await answer(person, ['Which command starts it?', 'run it', enter]);
    expect((await person.ended()).code).toBe(0);
    expect(serversIn(here, '~/.claude.json', 'mcpServers')).toMatchObject({ a: { command: 'run', args: ['it'] } });
  });

  it('prints what it would write, and writes nothing, with --dry-run', async () => {
    const here = machine();
    const person = sitDown(here, { name: 'a', server: { transport: 'stdio', env: {} } }, { dryRun: true });
    await answer(
      person,
      ['Which command starts it?', 'run', enter],
      ['Where should it be defined?', enter],
      ['Which scope?', enter],
    );
    const { code, said } = await person.ended();
    expect([code, said]).toEqual([0, expect.stringContaining('+      "command": "run"')]);
    expect(said).toContain('Would write 1 file.');
    expect(here.everything()).toEqual([]);
  });

  it('validates a name, a URL and a command at once', async () => {
    const person = sitDown(machine());
    await answer(person, ['What do you have?', down, enter], ['its name?', 'a b']);
    await person.sees('Only letters');
    person.press(enter);
    // The message is already there, so only the sign before the question changes.
    await person.sees('▲  What is its name?');
    person.press(backspace, backspace, enter);
    await answer(person, ['Which transport?', down, enter], ['URL?', 'ftp:']);
    await person.sees('It must start with https://');
    person.press(escape);
    await answer(person, ['Which transport?', key.up, enter], ['Which command', 'a | b', enter]);
    await person.sees('single command');
    person.press(interrupt);
    expect((await person.ended()).code).toBe(130);
  });
});
