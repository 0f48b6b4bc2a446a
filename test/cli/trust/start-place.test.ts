import { mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { machine, type Machine } from '../support/machine.ts';

const script = "require('node:fs').writeFileSync(process.env.OUT, process.cwd() + '\\n' + process.env.PATH)";

function withOwn(more: Record<string, unknown> = {}): Machine {
  const here = machine();
  const mine = { command: process.execPath, args: ['-e', script], env: { OUT: here.path('~/where') }, ...more };
  here.write('~/.cursor/mcp.json', JSON.stringify({ mcpServers: { mine } }));
  return here;
}

function startedIn(here: Machine, ...flags: string[]): string {
  here.run(['test', 'mine', ...flags]);
  return here.read('~/where').split('\n')[0] ?? '';
}

describe("a person's own server, in a project", () => {
  it('starts in the home until the project is trusted, and test says so', () => {
    const here = withOwn();
    const home = here.path('~/').replace(/\/$/, '');
    expect(here.run(['test', 'mine']).stderr).toContain('plugboard approve --project');
    expect(startedIn(here)).toBe(home);
    expect(here.run(['approve', '--project'])).toMatchObject({
      code: 0,
      stdout: '✓ PROJECT is trusted: your own servers start in it\n',
    });
    expect(startedIn(here)).toBe(here.project);
    expect(here.run(['test', 'mine']).stderr).not.toContain('approve --project');
    expect(here.run(['approvals']).stdout).toContain('trusted   PROJECT');
    expect(here.run(['deny', '--project']).code).toBe(0);
    expect(here.run(['approvals']).stdout).toBe('Nothing has been approved or denied yet.\n');
    expect(startedIn(here)).toBe(home);
  });

  it('starts there once one of the servers of the project is approved', () => {
    const here = withOwn();
    here.write('.mcp.json', JSON.stringify({ mcpServers: { theirs: { command: 'x' } } }));
    const [pending] = here.ask<{ pending: { fingerprint: string }[] }>(['approve']).data.pending;
    here.run(['approve', pending?.fingerprint ?? '']);
    expect(startedIn(here)).toBe(here.project);
  });

  it('starts there until the approvals are forgotten too, which a deny of the project says', () => {
    const here = withOwn();
    here.write('.mcp.json', JSON.stringify({ mcpServers: { theirs: { command: 'x' } } }));
    const [pending] = here.ask<{ pending: { fingerprint: string }[] }>(['approve']).data.pending;
    here.run(['approve', pending?.fingerprint ?? '']);
    // Its definition has changed since, so it cannot be denied by its name.
    here.write('.mcp.json', JSON.stringify({ mcpServers: { theirs: { command: 'y' } } }));
    for (const line of [
      ['deny', '--project'],
      ['deny', '--project', '--dry-run'],
    ]) {
      const { code, stdout, stderr } = here.run(line);
      expect([code, stdout, stderr]).toEqual([5, '', expect.stringContaining('✗ PROJECT stays trusted')]);
      expect(here.ask(line)).toMatchObject({ code: 5, ok: false, errors: [{ code: 'deny-without-effect' }] });
    }
    expect(startedIn(here)).toBe(here.project);
    const [{ hint = '' } = {}] = here.ask(['deny', '--project']).errors;
    const step = /plugboard (approvals forget .*)$/.exec(hint)?.[1]?.split(' ') ?? [];
    expect(here.run(step).code).toBe(0);
    expect(here.run(['deny', '--project']).code).toBe(0);
    expect(startedIn(here)).toBe(here.path('~/').replace(/\/$/, ''));
  });

  it('starts in the home again if its directory was trusted before the checkout around it was one', () => {
    const here = withOwn();
    mkdirSync(join(here.project, 'sub'));
    here.run(['approve', '--project'], { cwd: 'sub' });
    mkdirSync(join(here.project, '.git'));
    expect(here.run(['deny', '--project'], { cwd: 'sub' }).stdout).toContain('✓');
    expect(here.run(['approvals']).stdout).not.toContain('trusted');
  });

  it('starts in its own working directory, which is seen from the home when it is relative', () => {
    const there = machine().project;
    expect(startedIn(withOwn({ cwd: there }))).toBe(there);
    const here = withOwn({ cwd: 'sub' });
    mkdirSync(join(here.path('~/'), 'sub'));
    mkdirSync(join(here.project, 'sub'));
    expect(startedIn(here)).toBe(join(here.path('~/'), 'sub'));
  });

  it('finds no programs of the project', () => {
    const here = withOwn();
    const bin = join(here.project, 'node_modules', '.bin');
    mkdirSync(bin, { recursive: true });
    const env = { PATH: [bin, '/usr/bin', '.', ''].join(process.platform === 'win32' ? ';' : ':') };
    here.run(['test', 'mine'], { env });
    expect(readFileSync(here.path('~/where'), 'utf8').split('\n')[1]).toBe('/usr/bin');
    here.run(['approve', '--project']);
    here.run(['test', 'mine'], { env });
    expect(readFileSync(here.path('~/where'), 'utf8').split('\n')[1]).toBe(env.PATH);
  });

  it('has nothing to trust in the home itself', () => {
    const here = withOwn();
    expect(here.run(['--cwd', here.path('~/'), 'approve', '--project']).code).toBe(2);
    expect(startedIn(here, '--cwd', here.path('~/'))).toBe(realpathSync(here.path('~/')));
  });
});

it('says so as well if the file behind the link does not exist yet', () => {
  const here = machine({ '~/elsewhere/.keep': '', 'sub/.keep': '' });
  symlinkSync(here.path('~/elsewhere/made.json'), here.path('~/elsewhere/next.json'));
  symlinkSync(here.path('~/elsewhere/next.json'), here.path('.mcp.json'));
  const { warnings } = here.ask(['add', 'a', '--to', 'claude-code:project', '--', 'node']);
  expect(warnings).toMatchObject([{ code: 'link-outside', message: expect.stringMatching(/elsewhere.made\.json$/) }]);
});

it('says that a file of the project is a link to elsewhere before it writes there', () => {
  const here = machine({ '~/outside.json': '{ "mcpServers": {} }\n' });
  symlinkSync(here.path('~/outside.json'), here.path('.mcp.json'));
  const { warnings } = here.ask(['add', 'a', '--to', 'claude-code:project', '--', 'node']);
  expect(warnings).toMatchObject([{ code: 'link-outside' }]);
  here.write('~/real/.keep', '');
  const within = machine({ 'other.json': '{ "mcpServers": {} }\n' });
  symlinkSync(within.path('other.json'), within.path('.mcp.json'));
  expect(within.ask(['add', 'a', '--to', 'claude-code:project', '--', 'node']).warnings).toEqual([]);
});
