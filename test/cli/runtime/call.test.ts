import { describe, expect, it, onTestFinished } from 'vitest';
import { startHttp, status } from '../../runtime/servers/http.mjs';
import { newMarker, processesWith, until } from '../../runtime/support/processes.ts';
import type { Machine } from '../support/machine.ts';
import { unsafe } from '../support/secrets.ts';
import { linesIn, machineWith, misbehaving, toolbox } from './support/servers.ts';
import { startProgram } from './support/start-program.ts';

function box(marker = ''): { here: Machine; log: () => string[]; offer: (tools: unknown) => void } {
  const here = machineWith({});
  const [log, tools] = [here.path('log'), here.path('tools.json')];
  here.write('tools.json', '{}');
  const definition = toolbox({ env: { LOG_FILE: log, TOOLS_FILE: tools, TOKEN: 'canary-token' } }, marker);
  here.write('~/.cursor/mcp.json', JSON.stringify({ mcpServers: { box: definition } }));
  return { here, log: () => linesIn(log), offer: (more) => here.write('tools.json', JSON.stringify(more)) };
}

describe('plugboard call', () => {
  it('prints what the tool gives', () => {
    const { here } = box();
    expect(here.run(['call', 'box', 'add', 'a=1', 'b=2.5'])).toEqual({ code: 0, stdout: '3.5\n', stderr: '' });
    expect(here.run(['call', 'box', 'mcp_box_add', 'a=1', 'b=2'])).toMatchObject({ code: 0, stdout: '3\n' });
    expect(here.run(['call', 'box', 'picture']).stdout).toBe('[image: image/png, 3 bytes]\n');
    expect(here.run(['call', 'box', 'nothing'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'The tool returned nothing.\n',
    });
  });

  it('connects once, and asks for the list before it calls', () => {
    const { here, log } = box();
    here.run(['call', 'box', 'add', 'a=1', 'b=2']);
    expect(log().slice(0, 3)).toEqual(['start', 'list', 'call add {"a":1,"b":2}']);
    here.run(['call', 'box', 'add', 'a=3', 'b=4']);
    expect(log().slice(3)).toEqual(['start', 'list', 'call add {"a":3,"b":4}']);
  });

  it('gives values the types that the tool asks for', () => {
    const { here } = box();
    const words = ['text=5', 'count=5', 'deep=true', 'tags=a', 'tags=b, c', 'filter.state=open', 'filter.age=7'];
    const expected = { text: '5', count: 5, deep: true, tags: ['a', 'b, c'], filter: { state: 'open', age: 7 } };
    expect(JSON.parse(here.run(['call', 'box', 'echo', ...words]).stdout)).toEqual(expected);
    const json = JSON.stringify(expected);
    expect(JSON.parse(here.run(['call', 'box', 'echo', '--args', json]).stdout)).toEqual(expected);
    expect(JSON.parse(here.run(['call', 'box', 'echo', '-'], { input: json }).stdout)).toEqual(expected);
    const mixed = here.run(['call', 'box', 'echo', '-', 'count=6', 'filter:={}'], { input: json });
    expect(JSON.parse(mixed.stdout)).toEqual({ ...expected, count: 6, filter: {} });
  });

  it('has the whole result for scripts', () => {
    const { here } = box();
    const result = { content: [{ type: 'text', text: '{"text":"x"}' }], 'x-more': 1 };
    expect(here.ask(['call', 'box', 'echo', '-'], { input: '{"text":"x"}' }).data).toEqual({
      server: 'box',
      tool: 'echo',
      arguments: { text: 'x' },
      isError: false,
      text: '{"text":"x"}',
      result,
    });
    expect(JSON.parse(here.run(['call', 'box', 'echo', 'text=x', '--raw']).stdout)).toEqual(result);
  });

  it('tells progress while it waits', async () => {
    const running = startProgram(box().here, ['call', 'box', 'wait']);
    await running.says('stderr', 'box wait: 2 of 2: step');
    running.kill('SIGINT');
    const { code, stderr } = await running.ended();
    expect(code).toBe(130);
    expect(stderr).toBe('box wait: 1 of 2: step �[2J1\nbox wait: 2 of 2: step �[2J2\n✗ Interrupted.\n');
  });
});

it('says which values its server had to do without', () => {
  const here = machineWith({ user: { box: toolbox({ env: { TOKEN: '!exit 3' } }) } });
  const circumstances = { env: { PATH: '/usr/bin:/bin' } };
  const { code, stdout, stderr } = here.run(['call', 'box', 'add', 'a=1', 'b=2'], circumstances);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '3\n' });
  expect(stderr).toMatch(/^! box: env\.TOKEN is left out: .+\n$/);
  expect(here.ask(['call', 'box', 'add', 'a=1', 'b=2'], circumstances).warnings).toMatchObject([
    { code: 'value-left-out', severity: 'error', server: 'box' },
  ]);
  const strict = here.ask(['call', 'box', 'add', 'a=1', 'b=2', '--strict'], circumstances);
  expect(strict).toMatchObject({ code: 1, errors: [{ kind: 'values' }] });
});

describe('Ctrl+C', () => {
  it('tells the server, and ends it', async () => {
    const marker = newMarker();
    const { here, log } = box(marker);
    const running = startProgram(here, ['call', 'box', 'wait', '--json']);
    await until(() => log().includes('call wait {}'), 'the call');
    running.kill('SIGINT');
    const { code, stdout, stderr } = await running.ended();
    expect({ code, stderr }).toEqual({ code: 130, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, errors: [{ code: 'interrupted', message: 'Interrupted.' }] });
    expect(log()).toContain('cancelled');
    await until(() => processesWith(marker).length === 0, 'the end of the server');
  });
});

describe('arguments that make no sense', () => {
  it.each([
    [['add', 'a=1'], 'b is missing: it takes a number', 'plugboard call box add a=… b=…'],
    [['add', 'a=1', 'b=two'], "b takes a number, not 'two'", 'plugboard call box add a=… b=…'],
    [
      ['echo', 'txt=x'],
      'Unknown argument txt, did you mean text?',
      'plugboard call box echo [text=…] [count=…] [deep=…] [tags=…] [filter=…]',
    ],
    [
      ['add', 'a=1', 'b=1', 'other=1', '--args', '{"third":1}'],
      'Unknown argument third: it takes a, b; Unknown argument other: it takes a, b',
      'plugboard call box add a=… b=…',
    ],
    [['add', 'a=1', 'b:="2"'], 'b: This must be a number', 'plugboard call box add a=… b=…'],
    [['add', '--args', '{"a":1,"b":[2]}'], 'b: This must be a number', 'plugboard call box add a=… b=…'],
    [
      ['echo', 'tags:=["a",1]', '--args', '{"filter":{"state":"opne","age":"x"}}'],
      'filter.state: This must be one of "open", "closed"; filter.age: This must be a whole number; tags[1]: This must be a string',
      'plugboard call box echo [text=…] [count=…] [deep=…] [tags=…] [filter=…]',
    ],
  ])('%j', (words, message, usage) => {
    const { here, log } = box();
    expect(here.run(['call', 'box', ...words])).toEqual({
      code: 2,
      stdout: '',
      stderr: `✗ ${message}\n  fix: ${usage}\n`,
    });
    expect(log().some((line) => line.startsWith('call'))).toBe(false);
  });

  it.each([
    [['--args', 'x'], '', '--args is not JSON'],
    [['--args', '[1]'], '', '--args is JSON, but not an object'],
    [['--args', '{"count":12345678901234567890}'], '', '--args has a number that would lose digits'],
    [['--args', '{"count":1,"count":2}'], '', '--args has a duplicate key'],
    [['-'], '', 'Standard input is not JSON'],
  ])('%j', (words, input, message) => {
    const { here, log } = box();
    expect(here.run(['call', 'box', 'echo', ...words], { input })).toEqual({
      code: 2,
      stdout: '',
      stderr: `✗ ${message}\n`,
    });
    expect(log()).toEqual([]);
  });

  it('on standard input get the same check', () => {
    const { here, log } = box();
    const { code, stderr } = here.run(['call', 'box', 'add', '-'], { input: '{"a":"1","b":2}' });
    expect([code, stderr]).toEqual([2, expect.stringContaining('a: This must be a number')]);
    expect(log().some((line) => line.startsWith('call'))).toBe(false);
  });

  it('are sent with --no-check', () => {
    const { here, log } = box();
    expect(here.run(['call', 'box', 'add', '--args', '{"a":"1","b":"2"}', '--no-check']).stdout).toBe('12\n');
    expect(here.run(['call', 'box', 'add', 'a=1', 'zzz=1', '--no-check']).code).toBe(0);
    expect(log()).toContain('call add {"a":1,"zzz":1}');
  });

  it('are not refused because of what was known yesterday', () => {
    const { here, offer, log } = box();
    here.run(['tools', 'box']);
    offer({ add: { inputSchema: { properties: { list: { type: 'array', items: { type: 'integer' } } } } }, fresh: {} });
    expect(here.run(['call', 'box', 'add', 'list=1', 'list=2', '--allow-changed']).code).toBe(0);
    expect(log()).toContain('call add {"list":[1,2]}');
    expect(here.run(['call', 'box', 'fresh'])).toMatchObject({ code: 0, stdout: 'fresh called\n' });
  });
});

describe('a call that fails', () => {
  it('says so in the words of the tool', () => {
    const { here } = box();
    const { code, stdout, stderr } = here.run(['call', 'box', 'fail']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe('✗ Error: no such file\n  | �[31msecond line\tand more�\n');
    expect(here.ask(['call', 'box', 'fail'])).toMatchObject({
      code: 1,
      ok: false,
      data: { isError: true, result: { isError: true } },
      errors: [{ code: 'tool-failed', message: expect.stringMatching(/^Error: no such file\n/) as string }],
    });
    const raw = here.run(['call', 'box', 'fail', '--raw']);
    expect({ code: raw.code, result: JSON.parse(raw.stdout) }).toMatchObject({ code: 1, result: { isError: true } });
  });

  it('was refused by the server', () => {
    const { here } = box();
    expect(here.run(['call', 'box', 'refuse'])).toEqual({ code: 1, stdout: '', stderr: '✗ MCP error: Not today\n' });
    expect(here.ask(['call', 'box', 'refuse']).errors).toEqual([
      {
        code: 'call-failed',
        message: 'MCP error: Not today',
        server: 'box',
        error: { code: -32055, message: 'Not today', data: { retry: 5 } },
      },
    ]);
  });

  it('has ended the server, whose last words are shown without secrets', () => {
    expect(box().here.run(['call', 'box', 'crash'])).toEqual({
      code: 1,
      stdout: '',
      stderr: '✗ MCP error: The server exited with code 3.\n  | cannot go on with ••••••••\n',
    });
  });

  it('got no answer in time', () => {
    const here = machineWith({ user: { odd: misbehaving('polite') } });
    // It includes the start of the server.
    const { code, stderr } = here.run(['call', 'odd', 'forget', '--timeout', '10']);
    expect(code).toBe(8);
    expect(stderr).toBe(
      [
        '✗ MCP error: The server did not answer within 10 s.',
        '  fix: if it needs longer, increase its timeout: plugboard edit odd --in cursor:user --set timeout=60\n',
      ].join('\n'),
    );
  });

  it('was not let in', async () => {
    const server = await startHttp((_, response) => status(response, 401));
    onTestFinished(() => server.close());
    const here = machineWith({ user: { closed: { url: server.url } } });
    const { code, stdout } = await startProgram(here, ['call', 'closed', 'x', '--json']).ended();
    expect(code).toBe(7);
    expect(JSON.parse(stdout)).toMatchObject({ errors: [{ code: 'sign-in-needed' }] });
  });

  it('has no such tool or server', () => {
    const { here } = box();
    expect(here.ask(['call', 'box', 'ad'])).toMatchObject({
      code: 4,
      errors: [{ code: 'tool-unknown', message: 'Server "box" has no tool "ad". Did you mean "add"?' }],
    });
    expect(here.ask(['call', 'bx', 'add'])).toMatchObject({ code: 4, errors: [{ code: 'server-unknown' }] });
  });

  it('is of a tool that the definition leaves out', () => {
    const here = machineWith({});
    here.run(['add', 'box', '--yes', '--deny-tool', 'rem*', '--', process.execPath, ...(toolbox().args ?? [])]);
    expect(here.ask(['call', 'box', 'remove'])).toMatchObject({
      code: 4,
      errors: [{ message: 'The definition of server "box" excludes its tool "remove"' }],
    });
    expect(here.run(['call', 'box', 'add', 'a=1', 'b=1']).code).toBe(0);
  });
});

it('prints nothing that a terminal would obey', () => {
  const { here } = box();
  for (const args of [['fail'], ['fail', '--json'], ['fail', '--raw']]) {
    const { stdout, stderr } = here.run(['call', 'box', ...args]);
    // Tabs are harmless.
    expect((stdout + stderr).replaceAll('\t', '')).not.toMatch(unsafe);
  }
});
