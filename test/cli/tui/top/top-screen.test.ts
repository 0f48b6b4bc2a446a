import { describe, expect, it } from 'vitest';
import type { TopServer } from '../../../../src/cli/tui/top/top-server.ts';
import { now, server, Servers, show } from '../support/shown-top.ts';

const before = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
const line = (text: string, level: TopServer['log'][number]['level'] = 'info') => ({ time: before(5), level, text });
const keys = { up: '\u001B[A', down: '\u001B[B', escape: '\u001B', enter: '\r' };

const github = server('github', {
  state: 'ready',
  when: before(185),
  tools: ['search', 'create_issue'],
  pingMs: 45.4,
  facts: [
    ['contacts', 'https://github.example/mcp'],
    ['from', '~/.claude.json (claude-code, user)'],
  ],
  log: [line('connecting, attempt 1', 'debug'), line('connected')],
});
const broken = server('broken', {
  state: 'failed',
  failure: { message: 'The server ended with code 3.', tip: 'Theme at it.', stderr: ['cannot start', 'a second line'] },
});
const some: readonly TopServer[] = [
  broken,
  github,
  server('later', { state: 'backoff', when: before(-4) }),
  server('memory', { state: 'off' }),
  server('theirs', { state: 'needs-approval', facts: [['approve', 'plugboard approve theirs']] }),
];

describe('the table', () => {
  it('fits into 60 columns, with a mark and a word for every state', async () => {
    const { frame } = await show(new Servers(...some));
    expect(frame()).toMatchInlineSnapshot(`
      "Plugboard  5 servers, 1 ready, 2 failed, 1 waiting  12:00:00
          NAME    STATE               TOOLS    PING  LAST
      > ✗ broken  failed                             The server e…
        ✓ github  ready, 3 min            2   45 ms  connected
        ! later   retrying in 4 s
        · memory  disabled
        ! theirs  needs approval


      ↑↓ select  Enter details  l log  r reconnect  q quit
      e enable  d disable"
    `);
  });

  it('has the last thing that happened where there is room, and speaks ASCII', async () => {
    const { frame } = await show(new Servers(...some), { columns: 90, ascii: true });
    expect(frame()).toMatchInlineSnapshot(`
      "Plugboard  5 servers, 1 ready, 2 failed, 1 waiting                                12:00:00
          NAME    STATE               TOOLS    PING  LAST
      > x broken  failed                             The server ended with code 3.
        + github  ready, 3 min            2   45 ms  connected
        ! later   retrying in 4 s
        . memory  disabled
        ! theirs  needs approval


      up/down select  Enter details  l log  r reconnect  q quit  e enable  d disable"
    `);
    // oxlint-disable-next-line no-control-regex -- everything that is not ASCII.
    expect(frame()).not.toMatch(/[^\u0000-\u007F]/);
  });

  it.each([
    [40, 8],
    [60, 12],
    [200, 60],
    [20, 4],
  ])('is never wider or higher than the screen of %i columns and %i rows', async (columns, rows) => {
    const many = Array.from({ length: 30 }, (_, index) => server(`server-${index}-${'x'.repeat(index)}`));
    const { frame, press } = await show(new Servers(...some, ...many), { columns, rows });
    await press(keys.enter);
    const lines = frame().split('\n');
    expect(lines.length).toBeLessThan(Math.max(rows, 7));
    for (const one of lines) expect(one.length).toBeLessThanOrEqual(columns);
  });

  it('colors only when it may', async () => {
    const plain = await show(new Servers(...some));
    // oxlint-disable-next-line no-control-regex -- a color.
    const COLOR = /\u001B\[\d+m/;
    expect(plain.frame()).not.toMatch(COLOR);
    const colored = await show(new Servers(...some), { color: true });
    expect(colored.frame()).toMatch(COLOR);
  });

  it('shows nothing that a terminal would obey', async () => {
    const hostile = server('a\u001B[2J\u202Eb', {
      state: 'failed',
      failure: { message: 'x\u001B]0;t\u0007', stderr: ['\u009B1m'] },
      facts: [['runs', 'y\u001B[31m']],
      log: [line('z\u001B[2J')],
    });
    const { frame, press } = await show(new Servers(hostile), { columns: 100 });
    await press(keys.enter);
    // oxlint-disable-next-line no-control-regex -- what must not be there.
    const UNSAFE = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/;
    expect(frame()).not.toMatch(UNSAFE);
    await press('l');
    expect(frame()).not.toMatch(UNSAFE);
  });

  it('says when there is nothing', async () => {
    const { frame } = await show(new Servers());
    expect(frame()).toContain('No MCP servers found.');
  });

  it('keeps itself up to date, and the cursor on its server', async () => {
    const source = new Servers(...some);
    const { frame, shows, press } = await show(source);
    await press(keys.down);
    expect(frame()).toContain('> ✓ github');
    source.become(server('another'), ...some.slice(1), server('zoo', { state: 'connecting' }));
    await shows('zoo');
    expect(frame()).toContain('6 servers, 1 ready, 1 failed, 1 waiting');
    expect(frame()).toContain('> ✓ github');
    expect(frame()).not.toContain('broken');
  });
});

describe('the details of one server', () => {
  it('is why it failed, what may help, and what it wrote last', async () => {
    const { frame, press } = await show(new Servers(...some), { rows: 24 });
    await press(keys.enter);
    expect(frame()).toMatchInlineSnapshot(`
      "Plugboard  5 servers, 1 ready, 2 failed, 1 waiting  12:00:00
          NAME    STATE               TOOLS    PING  LAST
      > ✗ broken  failed                             The server e…
        ✓ github  ready, 3 min            2   45 ms  connected
        ! later   retrying in 4 s
        · memory  disabled
        ! theirs  needs approval
      ── broken ──────────────────────────────────────────────────
      The server ended with code 3.
      Tip: Theme at it.
        cannot start
        a second line

      state  failed


      ↑↓ select  Enter hide details  l log  r reconnect  q quit
      n p scroll  e enable  d disable"
    `);
    await press(keys.down);
    expect(frame()).toContain('tools     search, create_issue');
    expect(frame()).toContain('contacts  https://github.example/mcp');
    await press(keys.escape);
    expect(frame()).not.toContain('── github');
  });

  it('is its log, from the end', async () => {
    const log = Array.from({ length: 50 }, (_, index) => line(`line ${index}`));
    const { frame, press } = await show(new Servers(server('a', { log })));
    await press('l');
    expect(frame()).toContain('── log of a ──');
    expect(frame()).toContain('11:59:55  line 49');
    expect(frame()).not.toContain('11:59:55  line 30');
    await press('p', 'p', 'p', 'p');
    expect(frame()).not.toContain('11:59:55  line 49');
    await press('n', 'n', 'n', 'n');
    expect(frame()).toContain('11:59:55  line 49');
    await press('l');
    expect(frame()).not.toContain('11:59:55  line 49');
  });
});

describe('keys', () => {
  it('connect anew', async () => {
    const source = new Servers(...some);
    const { press, frame } = await show(source);
    await press('r', keys.down, 'r', keys.down, keys.down, 'r');
    expect(source.asked).toEqual(['reconnect broken', 'reconnect github']);
    expect(frame()).toContain('memory is disabled; press e to enable it');
  });

  it('switch off and on after a question', async () => {
    const source = new Servers(...some, server('stuck', { state: 'ready' }));
    const { press, frame, shows } = await show(source);
    await press('e');
    expect(frame()).not.toContain('?');
    await press('d');
    expect(frame()).toContain('Disable broken in the file that defines it?');
    await press('n');
    expect(source.asked).toEqual([]);
    await press('d', 'y');
    await shows('broken is done');
    await press('j', 'j', 'j', 'e', 'y');
    expect(source.asked).toEqual(['disable broken', 'enable memory']);
    await press(keys.down, keys.down, 'd', 'y');
    await shows('Its file cannot be written.');
  });

  it('typed at once are taken one after the other', async () => {
    const source = new Servers(...some);
    const { press } = await show(source);
    await press('jrjr');
    expect(source.asked).toEqual(['reconnect github', 'reconnect later']);
  });
});
