import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { machineWith } from '../runtime/support/servers.ts';
import type { Machine } from '../support/machine.ts';
import { unsafe } from '../support/secrets.ts';

interface Shown {
  readonly name: string;
  readonly fingerprint: string;
  readonly permission: string;
}

const touching = { command: 'touch', args: ['touched'], env: { API_KEY: 'canary-1', HOME_DIR: '${HOME}' } };

function withProject(): Machine {
  return machineWith({
    user: { own: { command: 'mine' } },
    project: { files: touching, web: { url: 'https://w.example/mcp' } },
  });
}

function fingerprintOf(name: string, here: Machine): string {
  const { pending } = here.ask<{ pending: Shown[] }>(['approve']).data;
  return pending.find((one) => one.name === name)?.fingerprint ?? '';
}

function permissions(here: Machine): Record<string, string> {
  const { servers } = here.ask<{ servers: { name: string; state: string }[] }>(['status']).data;
  return Object.fromEntries(servers.map(({ name, state }) => [name, state]));
}

describe('plugboard approve', () => {
  it("lists pending servers in full, with the command that approves them, without the user's own", () => {
    const here = withProject();
    const fingerprint = fingerprintOf('files', here);
    const { code, stdout, stderr } = here.run(['approve']);
    expect(code).toBe(0);
    expect(stdout).toContain(`server       files
project      PROJECT
file         PROJECT/.mcp.json (mcp-json, project)
runs         touch touched
in           PROJECT
with         API_KEY=canary-1
with         HOME_DIR=\${HOME}
reads        HOME
fingerprint  ${fingerprint}
! It contains what looks like a secret in plain text, shown because it is not one of yours and could run.
`);
    expect(stdout).toContain('contacts     https://w.example/mcp\n');
    expect(stdout).not.toContain('mine');
    expect(stderr).not.toContain('canary');
    expect(stderr).toContain('2 servers of this project not approved yet. Approve with:\n');
    expect(stderr).toContain(`  plugboard approve ${fingerprint}\n`);
    expect(here.everything()).toEqual(['~/.cursor/mcp.json', '.mcp.json']);
  });

  it.each([[['--yes']], [['--no-input']], [[]]])('does not approve a bare name without a prompt %j', (flags) => {
    const here = withProject();
    const fingerprint = fingerprintOf('files', here);
    const { code, stdout, stderr } = here.run(['approve', 'files', ...flags]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('runs         touch touched\n');
    expect(stderr).toContain(`✗ Not a terminal, so "files" must be approved by fingerprint.
  fix: after checking what it runs: plugboard approve ${fingerprint}
`);
    expect(permissions(here)).toEqual({ own: 'active', files: 'pending', web: 'pending' });
    const { ok, errors } = here.ask(['approve', 'files', ...flags]);
    expect({ ok, code: errors[0]?.code }).toEqual({ ok: false, code: 'approval-needed' });
    expect(errors[0]?.['server']).toMatchObject({ name: 'files', fingerprint, permission: 'pending' });
  });

  it('names the entries of the project that cannot be used, and fails', () => {
    const here = machineWith({ user: { own: { command: 5 as unknown as string } }, project: { files: touching } });
    expect(here.run(['approve']).code).toBe(0);
    here.write('.mcp.json', JSON.stringify({ mcpServers: { bad: { command: 5 }, files: touching } }));
    const { code, stdout, stderr } = here.run(['approve']);
    expect([code, stdout]).toEqual([3, expect.stringContaining('server       files')]);
    expect(stderr).toMatch(/✗ .*\.mcp\.json:1:\d+ .* at mcpServers\.bad\.command/);
    expect(here.ask(['approve']).errors).toMatchObject([{ code: 'wrong-type' }]);
  });

  it('approves nothing at all when one of several is a bare name', () => {
    const here = withProject();
    expect(here.run(['approve', fingerprintOf('web', here), 'files']).code).toBe(1);
    expect(permissions(here)).toMatchObject({ files: 'pending', web: 'pending' });
  });

  it('never approves all that is pending, whatever the flags', () => {
    const here = withProject();
    expect(here.run(['approve', '--yes']).code).toBe(0);
    expect(permissions(here)).toMatchObject({ files: 'pending', web: 'pending' });
  });

  it.each([16, 40, 64])('approves by %i characters of a fingerprint, and only that', (length) => {
    const here = withProject();
    const fingerprint = fingerprintOf('files', here);
    const { code, stdout, stderr } = here.run(['approve', fingerprint.slice(0, length).toUpperCase()]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '✓ files approved in PROJECT\n' });
    expect(stderr).toContain(`Undo with: plugboard approvals forget ${fingerprint.slice(0, 12)}`);
    // The approved server is shown in every case.
    expect(stderr).toContain('runs         touch touched\n');
    expect(permissions(here)).toEqual({ own: 'active', files: 'active', web: 'pending' });
    expect(here.run(['approve', fingerprint]).stdout).toBe('· files is already approved\n');
    expect(existsSync(here.path('touched'))).toBe(false);
  });

  it.each([
    ['123456789abcdef', 4, '123456789abcdef is too short: give at least 16 characters of the fingerprint.'],
    ['0000000000000000', 4, 'No server has a fingerprint that starts with 0000000000000000.'],
    ['filse', 4, 'Unknown server "filse". Did you mean "files"?'],
    ['cafe', 4, 'Unknown server "cafe"'],
  ])('does not know %s', (word, code, message) => {
    const { stderr, ...ended } = withProject().run(['approve', word]);
    expect(ended).toEqual({ code, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('waits again as soon as anything of the definition changes', () => {
    const here = withProject();
    const fingerprint = fingerprintOf('files', here);
    expect(here.run(['approve', fingerprint]).code).toBe(0);
    here.write('.mcp.json', here.read('.mcp.json').replace('"touched"', '"touched","more"'));
    expect(permissions(here)).toMatchObject({ files: 'pending' });
    expect(here.run(['approve', fingerprint]).code).toBe(4);
    expect(here.run(['approvals']).stdout).toMatch(
      /^✓ approved {2}files {2}[\da-f]{12} {2}just now {2}PROJECT \(no longer defined there\)\n$/,
    );
  });

  it('takes a word that is a name for that name, even when it looks like the fingerprint of another server', () => {
    const here = withProject();
    const fingerprint = fingerprintOf('files', here);
    const name = fingerprint.slice(0, 8);
    here.write('.mcp.json', JSON.stringify({ mcpServers: { files: touching, [name]: { command: 'harmless' } } }));
    const { code, stderr } = here.run(['approve', name]);
    expect(code).toBe(1);
    expect(stderr).toContain('runs         harmless\n');
    expect(permissions(here)).toMatchObject({ files: 'pending', [name]: 'pending' });
  });

  it('says that ones own servers need none', () => {
    const { code, stdout, stderr } = withProject().run(['approve', 'own']);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: '',
      stderr: 'own is your own and needs no approval.\n',
    });
    expect(machineWith({}).run(['approve']).stdout).toBe('✓ No server needs approval here.\n');
  });

  it('reports the new state to scripts', () => {
    const here = withProject();
    const fingerprint = fingerprintOf('files', here);
    const approved = (...flags: string[]): unknown => here.ask(['approve', fingerprint, ...flags]).data;
    expect(approved('--dry-run')).toMatchObject({ approved: [{ permission: 'pending' }], written: false });
    expect(approved()).toMatchObject({ approved: [{ name: 'files', permission: 'approved' }], written: true });
    expect(here.ask(['deny', 'web']).data).toMatchObject({ denied: [{ name: 'web', permission: 'denied' }] });
  });

  it('only says what it would do with --dry-run', () => {
    const here = withProject();
    const { stdout } = here.run(['approve', '--dry-run', fingerprintOf('files', here)]);
    expect(stdout).toContain('runs         touch touched\n');
    expect(stdout).toMatch(/\n· Would approve files in PROJECT\n$/);
    expect(permissions(here)).toMatchObject({ files: 'pending' });
  });

  it('shows nothing that a terminal would obey', () => {
    const hostile = { command: 'x\u001B[2J', args: ['\u202Egnihton', '\u009B1m'], env: { 'A\u0007': '\u0085' } };
    const here = machineWith({ project: { 'a\u001B[31mb\u202E': hostile } });
    const { stdout, stderr } = here.run(['approve']);
    expect(stdout + stderr).not.toMatch(unsafe);
    expect(stdout).toContain('! It contains invisible characters');
    expect(here.run(['approve', '--json']).stdout).not.toMatch(unsafe);
  });

  it('refuses when the project could approve itself', () => {
    const here = withProject();
    const own = { env: { PLUGBOARD_HOME: here.path('kept') } };
    const { code, stderr } = here.run(['approve'], own);
    expect(code).toBe(1);
    expect(stderr).toContain('which could then approve itself');
    expect(existsSync(here.path('kept'))).toBe(false);
  });
});

describe('plugboard deny', () => {
  it('needs neither a fingerprint nor a question, and can be changed', () => {
    const here = withProject();
    const fingerprint = fingerprintOf('files', here);
    expect(here.run(['deny', 'files'])).toEqual({
      code: 0,
      stdout: '✓ files denied in PROJECT\n',
      stderr: `Undo with: plugboard approvals forget ${fingerprint.slice(0, 12)}\n`,
    });
    expect(permissions(here)).toMatchObject({ files: 'denied', web: 'pending' });
    expect(here.run(['approve']).stdout).not.toContain('files');
    expect(here.run(['approve', fingerprint]).code).toBe(0);
    expect(permissions(here)).toMatchObject({ files: 'active' });
  });

  it('is not for ones own servers', () => {
    const { code, errors } = withProject().ask(['deny', 'own']);
    expect(code).toBe(2);
    expect(errors).toEqual([
      {
        code: 'usage',
        message: '"own" is your own server, not one of a project.',
        hint: 'disable it with: plugboard disable own --in cursor:user',
      },
    ]);
  });
});

describe('plugboard approvals', () => {
  it('lists decisions, also from another project, and forgets them', () => {
    const here = withProject();
    const [files, web] = [fingerprintOf('files', here), fingerprintOf('web', here)];
    expect(here.run(['approvals']).stdout).toBe('Nothing has been approved or denied yet.\n');
    here.run(['approve', files]);
    here.run(['deny', 'web']);
    here.write('elsewhere/empty.json', '{}');
    for (const cwd of ['.', 'elsewhere']) {
      expect(here.run(['approvals'], { cwd }).stdout).toBe(
        `✓ approved  files  ${files.slice(0, 12)}  just now  PROJECT\n✗ denied    web    ${web.slice(0, 12)}  just now  PROJECT\n`,
      );
    }
    const { approvals } = here.ask<{ approvals: unknown[] }>(['approvals', 'list']).data;
    expect(approvals).toMatchObject([
      { name: 'files', fingerprint: files, decision: 'approved', project: 'PROJECT', current: true },
      { name: 'web', fingerprint: web, decision: 'denied', project: 'PROJECT', current: true },
    ]);
    expect(here.run(['approvals', 'forget', files.slice(0, 8), '--dry-run']).stdout).toBe(
      '· Would forget that files was approved in PROJECT\n',
    );
    expect(here.run(['approvals', 'forget', files.slice(0, 8)])).toEqual({
      code: 0,
      stdout: '✓ Forgot that files was approved in PROJECT\n',
      stderr: '',
    });
    expect(permissions(here)).toMatchObject({ files: 'pending', web: 'denied' });
  });

  it.each([
    ['1234', '1234 is too short: give at least 8 characters of the fingerprint.'],
    ['12345678', 'No decision about a server with the fingerprint 12345678.'],
  ])('forgets nothing for %s', (word, message) => {
    const { code, errors } = withProject().ask(['approvals', 'forget', word]);
    expect(code).toBe(4);
    expect(errors).toEqual([
      { code: 'approval-unknown', message, hint: 'list the decisions with: plugboard approvals' },
    ]);
  });

  it('knows its own words', () => {
    const { code, stderr } = withProject().run(['approvals', 'forgt']);
    expect(code).toBe(2);
    expect(stderr).toContain("unknown command 'approvals forgt', did you mean forget?");
  });
});
