import { afterEach, describe, expect, it } from 'vitest';
import { toolbox } from './runtime/support/servers.ts';
import { type Machine, machine } from './support/machine.ts';
import { hasTmux, startInTerminal, type Terminal } from './support/tmux.ts';

const cursor = '~/.cursor/mcp.json';
const text = (mcpServers: object): string => `{\n  // mine\n  "mcpServers": ${JSON.stringify(mcpServers)}\n}\n`;
const namesIn = (here: Machine, path = cursor): string[] =>
  Object.keys(JSON.parse(here.read(path).replace('// mine', '')).mcpServers ?? {});

const served = { a: { command: 'a' }, b: { url: 'https://b.test/mcp' } };

describe('connecting a client that has servers of its own', () => {
  it.each([[], ['--yes'], ['--dry-run'], ['--only', 'a'], ['--http', 'http://127.0.0.1:7420/mcp']])(
    'is refused in a script that does not say what happens to them: %j',
    (...flags) => {
      const here = machine({ [cursor]: text(served) });
      const before = here.everything();
      const { code, ok, errors } = here.ask(['connect', 'cursor', ...flags.flat()]);
      expect({ code, ok }).toEqual({ code: 2, ok: false });
      const names = flags.flat().includes('--only') ? '1 server twice: a' : '2 servers twice: a, b';
      expect(errors).toMatchObject([{ code: 'usage', message: expect.stringContaining(`Cursor would see ${names}`) }]);
      expect(errors[0]?.message).toMatch(/--replace.*--beside/);
      expect(here.read(cursor)).toBe(text(served));
      expect(here.everything()).toEqual(before);
    },
  );

  it('says how many tools are known to double, and keeps all that it is told to keep', () => {
    const here = machine({ [cursor]: text({ box: toolbox(), other: { command: 'never-listed' } }) });
    const { data } = here.ask(['tools', 'box']);
    const tools = data.servers?.[0]?.tools?.length ?? data.tools.length;
    expect(here.run(['connect', 'cursor']).stderr).toContain(
      `2 servers twice, with at least ${tools} tools: box, other`,
    );
    expect(here.run(['connect', 'cursor', '--only', 'box']).stderr).toContain(
      `1 server twice, with ${tools} tools: box`,
    );
    const both = here.run(['connect', 'cursor', '--beside']);
    expect(both).toMatchObject({ code: 0, stderr: expect.stringContaining('Cursor sees 2 servers twice') });
    expect(namesIn(here)).toEqual(['box', 'other', 'plugboard']);
  });

  it('moves exactly what the gateway offers, and brings it back to the byte', () => {
    const own = { ...served, off: { command: 'off', disabled: true }, bad: { command: 3, headers: { x: 1 } } };
    const here = machine({ [cursor]: text(own) });
    expect(here.run(['connect', 'cursor', '--only', 'b', '--replace'])).toMatchObject({ code: 0 });
    expect(namesIn(here)).toEqual(['a', 'off', 'bad', 'plugboard']);
    expect(here.run(['undo', '--yes'])).toMatchObject({ code: 0 });
    expect(here.read(cursor)).toBe(text(own));
    expect(here.run(['connect', 'cursor', '--replace'])).toMatchObject({ code: 0 });
    expect(namesIn(here)).toEqual(['off', 'bad', 'plugboard']);
    const list = here.ask(['list']).data.servers.filter((one: { state: string }) => one.state === 'active');
    expect(list.map(({ name }: { name: string }) => name).toSorted()).toEqual(['a', 'b', 'plugboard']);
    // Nothing is left that would double.
    expect(here.run(['connect', 'cursor'])).toMatchObject({ code: 0 });
    expect(here.run(['disconnect', 'cursor'])).toMatchObject({ code: 0 });
    expect(here.read(cursor)).toBe(text(own));
  });

  it('finds a server that another client has under the same name or with the same definition', () => {
    const here = machine({
      [cursor]: text({ a: { command: 'mine' }, same: { command: 'b', args: ['1'] }, off: { command: 'x' } }),
      '~/.claude.json': JSON.stringify({ mcpServers: { a: { command: 'yours' }, b: { command: 'b', args: ['1'] } } }),
    });
    const { errors } = here.ask(['connect', 'cursor', '--only', 'a,b']);
    expect(errors[0]?.message).toContain('2 servers twice: a, same.');
  });

  it('tells of servers in another file that stay, and does not count those that the gateway does not offer', () => {
    const here = machine({ [cursor]: text(served), '.cursor/mcp.json': text({ p: { command: 'p' } }) });
    expect(here.run(['connect', 'cursor', '--replace'])).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining('twice'),
    });
    expect(here.run(['undo', '--yes'])).toMatchObject({ code: 0 });
    const [{ fingerprint }] = here.ask(['approve']).data.pending ?? here.ask(['approve']).data.servers;
    expect(here.run(['approve', fingerprint])).toMatchObject({ code: 0 });
    expect(here.run(['connect', 'cursor', '--replace']).stderr).toContain('Cursor sees 1 server twice: p');
    expect(namesIn(here)).toEqual(['plugboard']);
    // None of them is in the file that is connected.
    const { errors } = here.ask(['connect', 'cursor']);
    expect(errors[0]?.message).toMatch(/1 server twice: p\. Add --beside to keep them\.$/);
  });

  it('takes one answer only, and asks nothing where nothing doubles', () => {
    const here = machine({ [cursor]: text({ off: { command: 'off', disabled: true } }) });
    expect(here.run(['connect', 'cursor', '--replace', '--beside']).code).toBe(2);
    expect(here.run(['connect', 'cursor'])).toMatchObject({ code: 0, stderr: expect.not.stringContaining('twice') });
    const remote = machine({ [cursor]: text(served) });
    expect(remote.run(['connect', 'cursor', '--http', 'https://team.test/mcp'])).toMatchObject({ code: 0 });
  });
});

describe.skipIf(!hasTmux)('connecting at a terminal', () => {
  let terminal: Terminal | undefined;
  afterEach(() => terminal?.close());

  it.each([
    ['Replace', [], ['plugboard']],
    ['Keep', ['Down'], ['a', 'b', 'plugboard']],
  ])('asks, and does what was chosen: %s', async (_, keys, left) => {
    const here = machine({ [cursor]: text(served) });
    const { press, shows } = (terminal = startInTerminal(here, ['connect', 'cursor']));
    expect(await shows('Replace')).toContain('Cursor would see 2 servers twice: a, b.');
    for (const key of [...keys, 'Enter']) press(key);
    await shows('Write this?');
    press('y');
    await shows('exit code 0');
    expect(namesIn(here)).toEqual(left);
  });
});
