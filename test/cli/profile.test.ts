import { describe, expect, it } from 'vitest';
import { catalog, machine } from './support/machine.ts';

const cursor = '~/.cursor/mcp.json';
const server = (name: string): object => ({ command: 'uvx', args: [name], targets: ['cursor'] });
const ours = JSON.stringify({ servers: { git: server('git'), hub: server('hub'), web: server('web') } }, undefined, 2);

function namesIn(text: string): string[] {
  return Object.keys((JSON.parse(text) as { mcpServers: object }).mcpServers);
}

describe('plugboard profile', () => {
  it('creates, changes and removes a profile in the catalog', () => {
    const here = machine({ [catalog]: ours });
    expect(here.run(['profile']).stdout).toContain('No profiles yet.');
    expect(here.run(['profile', 'create', 'review', 'git', 'hub', '--allow', 'git:get_*', '--yes']).code).toBe(0);
    expect(JSON.parse(here.read(catalog)).profiles).toEqual({
      review: { servers: ['git', 'hub'], tools: { git: { allow: ['get_*'] } } },
    });
    const twice = here.ask(['profile', 'create', 'review', 'git', '--yes']);
    expect(twice).toMatchObject({ code: 5, ok: false, errors: [{ code: 'profile-exists' }] });
    expect(twice.errors[0]?.hint).toContain('plugboard profile edit review');
    expect(
      here.run(['profile', 'edit', 'review', '--add', 'web', '--remove', 'git', '--deny', 'hub:rm', '--yes']).code,
    ).toBe(0);
    expect(JSON.parse(here.read(catalog)).profiles.review).toEqual({
      servers: ['hub', 'web'],
      tools: { hub: { deny: ['rm'] } },
    });
    const shown = here.ask(['profile', 'show', 'review']).data;
    expect(shown).toMatchObject({ name: 'review', servers: ['hub', 'web'], scope: 'user', active: false, missing: [] });
    expect(shown.budgets).toMatchObject([{ client: 'cursor:user', servers: 2, unknown: ['hub', 'web'] }]);
    expect(here.run(['profile', 'show', 'review']).stdout).toContain(
      'cursor:user  2 servers, tools unknown; not counted: hub, web (list them with: plugboard tools)',
    );
    expect(shown.budgets[0]).not.toHaveProperty('tools');
    expect(here.run(['profile', 'edit', 'review', '--yes']).code).toBe(2);
    expect(here.run(['profile', 'remove', 'review', '--yes']).code).toBe(0);
    expect(here.read(catalog)).toBe(ours);
    const unknown = here.run(['profile', 'show', 'review']);
    expect([unknown.code, unknown.stderr]).toEqual([4, expect.stringContaining('plugboard profile create')]);
  });

  it.each([
    [['create', 'bad', 'gti'], 'Did you mean "git"?'],
    [['create', 'bad', 'git', 'no-such-server'], 'no-such-server'],
    [['edit', 'review', '--add', 'no-such-server'], 'no-such-server'],
    [['edit', 'review', '--remove', 'gti'], 'Did you mean "git"?'],
    [['create', 'bad', 'git', '--project'], 'git'],
  ])('knows the servers of the catalog only: %j', (args, words) => {
    const here = machine({ [catalog]: ours, 'plugboard.json': '{"servers":{"web2":{"command":"run"}}}' });
    here.run(['profile', 'create', 'review', 'git', '--yes']);
    const before = here.files();
    for (const more of [['--yes'], ['--dry-run']]) {
      const { code, ok, errors } = here.ask(['profile', ...args, ...more]);
      expect([code, ok, errors[0]?.message]).toEqual([4, false, expect.stringContaining(words)]);
    }
    expect(here.files()).toEqual(before);
  });

  it('says how a server of a client gets into the catalog that is to have the profile', () => {
    const here = machine({
      [catalog]: ours,
      '~/.cursor/mcp.json': '{"mcpServers":{"new":{"command":"run"}}}',
      'plugboard.json': '{"servers":{}}',
    });
    for (const flags of [[], ['--project']]) {
      const line = ['profile', 'create', 'mine', 'new', ...flags, '--yes'];
      const { code, errors } = here.ask(line);
      expect([code, errors[0]?.code]).toEqual([4, 'server-elsewhere']);
      const step = /plugboard (copy .*)$/.exec(errors[0]?.hint ?? '')?.[1]?.split(' ') ?? [];
      expect(here.run([...step, '--yes']).code).toBe(0);
      expect(here.run(line).code).toBe(0);
    }
  });

  it('keeps servers of a profile that the catalog has no longer, until they are removed', () => {
    const here = machine({ [catalog]: ours });
    here.run(['profile', 'create', 'review', 'git', 'hub', '--yes']);
    here.run(['remove', 'hub', '--yes']);
    expect(here.run(['profile', 'edit', 'review', '--add', 'web', '--yes']).code).toBe(0);
    expect(here.run(['profile', 'edit', 'review', '--remove', 'hub', '--yes']).code).toBe(0);
    expect(JSON.parse(here.read(catalog)).profiles.review.servers).toEqual(['git', 'web']);
  });

  it('ends like a sync where a file cannot be read', () => {
    const here = machine({ [catalog]: ours });
    here.run(['profile', 'create', 'review', 'git', '--yes']);
    here.write(cursor, '{ "mcpServers": {,} }');
    for (const line of [
      ['use', 'review'],
      ['use', '--all'],
    ]) {
      const answer = here.ask(['profile', ...line, '--yes']);
      expect(answer).toMatchObject({ code: 3, ok: false, errors: [{ code: 'syntax', file: 'HOME/.cursor/mcp.json' }] });
    }
    const { code, stdout } = here.run(['profile', 'use', 'review', '--yes']);
    expect([code, stdout]).toEqual([3, expect.stringContaining('✗ git in cursor:user')]);
  });

  it('switches the clients with one undo, keeps what a person edited, and goes back to all servers', () => {
    const here = machine({ [catalog]: ours });
    here.run(['sync', '--yes']);
    here.run(['profile', 'create', 'review', 'git', '--yes']);
    const before = here.files();
    expect(here.run(['profile', 'use', 'review', '--yes']).code).toBe(0);
    expect(namesIn(here.read(cursor))).toEqual(['git']);
    expect(here.run(['profile']).stdout).toContain('in use');
    // A plain sync stays with the profile.
    expect(here.run(['sync', '--yes']).stdout).toContain('Nothing to change');
    expect(here.run(['undo', '--yes']).code).toBe(0);
    expect(here.files()).toEqual(before);
    expect(here.run(['profile']).stdout).not.toContain('in use');
    here.write(cursor, here.read(cursor).replace('"hub"\n', '"mine"\n'));
    here.run(['profile', 'use', 'review', '--yes']);
    expect(namesIn(here.read(cursor))).toEqual(['git', 'hub']);
    expect(here.read(cursor)).toContain('"mine"');
    expect(here.run(['profile', 'use', '--all', '--yes']).code).toBe(0);
    expect(namesIn(here.read(cursor)).toSorted()).toEqual(['git', 'hub', 'web']);
    expect(here.run(['profile', 'use', '--yes']).code).toBe(2);
  });

  it.each([
    ['removed', {}],
    ['damaged', { review: { server: ['git'] } }],
  ])('keeps what is there if the profile in use is %s in the catalog, until all servers are wanted', (_, profiles) => {
    const here = machine({ [catalog]: ours });
    here.run(['profile', 'create', 'review', 'git', '--yes']);
    here.run(['profile', 'use', 'review', '--yes']);
    const before = here.read(cursor);
    here.write(catalog, JSON.stringify({ ...JSON.parse(ours), profiles }));
    for (const args of [['sync', '--prune', '--yes'], ['sync', '--pull', '--yes'], ['sync', '--check'], ['profile']]) {
      const { code, stdout, stderr } = here.run(args);
      expect([code, stdout + stderr]).toEqual([3, expect.stringContaining('plugboard profile use --all')]);
    }
    expect(here.ask(['sync', '--check']).errors.map(({ code }) => code)).toContain('profile-missing');
    expect(here.ask(['profile']).errors.map(({ code }) => code)).toEqual(['profile-missing']);
    expect(here.read(cursor)).toBe(before);
    expect(here.run(['profile', 'use', '--all', '--yes']).code).toBe(0);
    expect(namesIn(here.read(cursor)).toSorted()).toEqual(['git', 'hub', 'web']);
    expect(here.run(['sync', '--check']).code).toBe(0);
  });

  it('is an option of run and serve', () => {
    const here = machine({ [catalog]: ours });
    here.run(['profile', 'create', 'review', 'git', '--allow', 'git:get_*', '--yes']);
    const run = here.ask(['run', '--profile', 'review', '--dry-run', '--client', 'claude-code']);
    expect(run.code).toBe(0);
    expect(here.run(['run', '--profile', 'nothing', '--dry-run']).code).toBe(4);
    expect(here.run(['serve', '--profile', 'nothing']).code).toBe(4);
    const outside = here.run(['serve', '--profile', 'review', '--only', 'web']);
    expect([outside.code, outside.stderr]).toEqual([
      2,
      expect.stringContaining('profile "review" does not have "web"'),
    ]);
  });

  it('releases the profiles of all catalogs at once', () => {
    const project = { servers: { own: server('own') }, profiles: { none: { servers: [] } } };
    const here = machine({ [catalog]: ours, 'plugboard.json': JSON.stringify(project) });
    here.run(['profile', 'create', 'review', 'git', '--yes']);
    for (const name of ['review', 'none']) expect(here.run(['profile', 'use', name, '--yes']).code).toBe(0);
    expect(namesIn(here.read(cursor))).toEqual(['git']);
    expect(here.run(['profile', 'use', '--all', '--yes']).code).toBe(0);
    expect(namesIn(here.read(cursor)).toSorted()).toEqual(['git', 'hub', 'web']);
    expect(here.read('.cursor/mcp.json')).toContain('"own"');
  });

  it('starts a client with what the profile has for it, and asks approval for just that', () => {
    const evil = { command: 'npx', args: ['good'], clients: { 'claude-code': { command: 'evil' } } };
    const out = { command: 'npx', clients: { 'claude-code': false } };
    const profiles = { all: { servers: ['evil', 'out'] } };
    const here = machine({ 'plugboard.json': JSON.stringify({ servers: { evil, out }, profiles }) });
    const asked = here.run(['run', '--profile', 'all', '--dry-run']);
    expect(asked.code).not.toBe(0);
    expect(asked.stdout + asked.stderr).toContain('evil good');
    expect(asked.stdout + asked.stderr).not.toContain('server       out');
  });
});
