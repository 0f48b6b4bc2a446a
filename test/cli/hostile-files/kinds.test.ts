import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { program } from '../support/machine.ts';
import { type Ended, kinds, place, runIn } from './support.ts';

const sound = '{"mcpServers":{"sound":{"command":"node"}}}\n';

/** Other systems lack /dev/full. */
const isNotLinux = process.platform !== 'linux';

function put(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** It ended by itself, and not with a fault of its own. */
function expectOrderly({ code, text }: Ended, command: string): void {
  expect(code, `${command} hangs: ${text}`).not.toBeNull();
  expect(text, `${command} ended badly`).not.toMatch(/Internal error|at \S+ \(|node:internal/);
}

describe.skipIf(isNotLinux).each(Object.entries(kinds))('%s', (kind, { at, says }) => {
  it('as an argument is named, and the other files are read', { timeout: 120_000 }, async () => {
    const here = place();
    const odd = join(here.project, 'odd.json');
    await at(odd);
    put(join(here.project, 'ok.json'), sound);
    const runs = [
      ['validate', 'odd.json', 'ok.json'],
      ['import', 'odd.json'],
      ['translate', 'odd.json', '--from', 'cursor', '--to', 'codex'],
    ];
    const [validated, imported, translated] = await Promise.all(runs.map((args) => runIn(here, args)));
    for (const ended of [validated, imported, translated] as Ended[]) {
      expectOrderly(ended, kind);
      expect(ended.code).toBe(3);
      expect(ended.text).toMatch(/odd\.json/);
      expect(ended.text).toMatch(says);
      expect(ended.text).toMatch(/fix: /);
    }
    expect(validated?.text).toMatch(/✓ ok\.json/);
  });

  it("as a client's file, a project file or the catalog does not hide other files", { timeout: 120_000 }, async () => {
    const here = place();
    const { home, project } = here;
    const places = [
      join(home, '.cursor/mcp.json'),
      join(project, '.mcp.json'),
      join(home, '.config/plugboard/plugboard.json'),
    ];
    for (const path of places) {
      mkdirSync(dirname(path), { recursive: true });
      await at(path);
    }
    put(join(home, '.gemini/settings.json'), sound);
    const commands = [
      'list',
      'status',
      'get sound',
      'doctor',
      'diff cursor',
      'tokens',
      'export',
      'clients',
      'logs',
      'history',
    ];
    const ended = await Promise.all(commands.map((command) => runIn(here, command.split(' '))));
    commands.forEach((command, index) => expectOrderly(ended[index] as Ended, command));
    expect(ended[0]?.text).toMatch(/sound/);
    expect(ended[2]?.code).toBe(0);
    const found = (ended[3] as Ended).text;
    expect(found).toMatch(says);
    expect(found).toMatch(/\.cursor\/mcp\.json/);
    expect(found).toMatch(/project\/\.mcp\.json/);
    const added = await runIn(here, ['add', 'one', '--to', 'cursor,gemini-cli', '--', 'node', 'x.js']);
    expectOrderly(added, 'add');
    expect(added.code).not.toBe(0);
    expect(added.text).toMatch(/\.cursor\/mcp\.json/);
  });

  it('as a set does not hide other sets', { timeout: 120_000 }, async () => {
    const here = place();
    const sets = join(here.project, 'sets');
    put(join(sets, 'good.json'), sound);
    await at(join(sets, 'odd.json'));
    const listed = await runIn(here, ['sets', '--config-dir', sets]);
    expectOrderly(listed, 'sets');
    expect(listed.text).toMatch(/good/);
    expect(listed.text).toMatch(says);
  });

  it('among our own notes does not stop a command', { timeout: 120_000 }, async () => {
    const here = place();
    const state = join(here.home, '.local/state/plugboard');
    const names = ['journal/0.json', 'pages/0.json', 'logs/x-0.jsonl', 'ledger/0.json', 'ignored-differences.json'];
    for (const name of [...names, 'pins/0.json', 'credentials/0.json']) {
      mkdirSync(dirname(join(state, name)), { recursive: true, mode: 0o700 });
      await at(join(state, name));
    }
    const commands = ['history', 'logs', 'list', 'diff', 'auth status', 'undo'];
    const ended = await Promise.all(commands.map((command) => runIn(here, command.split(' '))));
    commands.forEach((command, index) => expectOrderly(ended[index] as Ended, command));
  });
});

describe.skipIf(isNotLinux)('standard input', () => {
  const commands = ['validate -', 'import -', 'translate --from cursor --to codex', 'add -', 'call a b -'];

  it.each([
    ['/dev/zero', /larger than 32 MB/],
    ['/dev/random', /larger than 32 MB/],
    ['/dev/full', /larger than 32 MB/],
    ['/', /it is a directory/],
  ])('%s is refused', { timeout: 120_000 }, async (input, says) => {
    const here = place();
    const ended = await Promise.all(commands.map((command) => runIn(here, command.split(' '), input)));
    commands.forEach((command, index) => {
      expectOrderly(ended[index] as Ended, command);
      expect(ended[index]?.text).toMatch(says);
      expect(ended[index]?.code).not.toBe(0);
    });
  });
});

describe.skipIf(isNotLinux)('a pipe with a writer', () => {
  it('is read, as it is for a process substitution', () => {
    const { project, env } = place();
    put(join(project, 'ok.json'), sound);
    const line = `"${process.execPath}" "${program}" validate <(cat ok.json)`;
    const { status, stdout } = spawnSync('bash', ['-c', line], {
      cwd: project,
      env,
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^✓ \/dev\/fd\/\d+\n$/)]);
  });

  it('that writes without end is refused', () => {
    const { project, env } = place();
    const line = `"${process.execPath}" "${program}" validate <(cat /dev/zero)`;
    const { status, stdout } = spawnSync('bash', ['-c', line], {
      cwd: project,
      env,
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect([status, stdout]).toEqual([3, expect.stringMatching(/larger than 32 MB/)]);
  });
});

describe.skipIf(isNotLinux)('a full disk behind standard output', () => {
  it.each(['list', 'sets', '--help', 'clients --json'])('is told without a stack: %s', (command) => {
    const { project, env } = place();
    const line = `"${process.execPath}" "${program}" ${command} >/dev/full`;
    const { status, stderr } = spawnSync('bash', ['-c', line], {
      cwd: project,
      env,
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/✗ The output cannot be written: the disk is full\.\n$/);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});
