import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Host } from '../../../src/model/host.ts';
import { fingerprintOf, type Approvals } from '../../../src/runtime/trust/approval.ts';
import { createApprovals, type ApprovalOptions } from '../../../src/runtime/trust/create-approvals.ts';
import { NotApproved, resolveApproved } from '../../../src/runtime/trust/resolve-approved.ts';
import type { Origin, ServerToRun } from '../../../src/runtime/types.ts';
import { approvalFile } from '../../../src/store/approvals/approvals.ts';
import { box, failure, type Box } from '../../store/support/box.ts';

interface Scene extends Box {
  approvals(options?: Partial<ApprovalOptions>, host?: Partial<Host>): Approvals;
  of(origin: Partial<Origin>, command?: string): ServerToRun;
}

/** A project with a server in it, and a home beside it. */
function scene(): Scene {
  const it = box();
  const [home, project] = [it.path('home'), it.path('project')];
  return {
    ...it,
    approvals: (options = {}, host = {}) =>
      createApprovals(approvalFile({ ...it.host, ...host }), { env: {}, home, project, ...options }),
    of: (origin, command = 'a') => ({
      name: 'one',
      server: { command },
      origin: { file: join(project, '.mcp.json'), client: 'c', scope: 'project', project, ...origin },
    }),
  };
}

const without = ({ name, server, origin }: ServerToRun): ServerToRun => {
  const { project: _, ...rest } = origin as Origin;
  return { name, server, origin: rest };
};

describe('a server of a project', () => {
  it('is pending, then what was decided, and pending again after any change', async () => {
    const { approvals, of } = scene();
    const [it, changed] = [of({}), of({}, 'b')];
    expect(await approvals().permissionFor(it)).toBe('pending');
    await approvals().approve(it);
    expect(await approvals().permissionFor(it)).toBe('approved');
    expect(await approvals().permissionFor(changed)).toBe('pending');
    await approvals().deny(changed);
    expect(await approvals().permissionFor(changed)).toBe('denied');
    expect(await approvals().permissionFor(it)).toBe('approved');
    await approvals().deny(it);
    expect(await approvals().permissionFor(it)).toBe('denied');
  });

  it('needs another decision in another project', async () => {
    const { approvals, of, path } = scene();
    await approvals().approve(of({}));
    expect(await approvals().permissionFor(of({ project: path('other') }))).toBe('pending');
  });

  it('needs another decision when a variable that is run has another value', async () => {
    const { approvals, of } = scene();
    await approvals({ env: { BIN: '/a' } }).approve(of({}, '${BIN}'));
    expect(await approvals({ env: { BIN: '/a' } }).permissionFor(of({}, '${BIN}'))).toBe('approved');
    expect(await approvals({ env: { BIN: '/b' } }).permissionFor(of({}, '${BIN}'))).toBe('pending');
  });

  it('may be accepted for one run, by its whole fingerprint only, and that is not kept', async () => {
    const { approvals, of, read } = scene();
    const whole = fingerprintOf(of({}), {});
    expect(await approvals({ accepted: [whole] }).permissionFor(of({}))).toBe('approved');
    expect(await approvals({ accepted: [whole] }).permissionFor(of({}, 'b'))).toBe('pending');
    expect(await approvals({ accepted: [whole.slice(0, 63), ''] }).permissionFor(of({}))).toBe('pending');
    expect(read('own/state/approvals.json')).toBeUndefined();
  });

  it('is listed and forgotten', async () => {
    const { approvals, of, path } = scene();
    await approvals().approve(of({}));
    const [record] = await approvals().list();
    expect(record).toMatchObject({ name: 'one', project: path('project'), decision: 'approved' });
    expect(await approvals().forget(record?.fingerprint ?? '')).toBe(true);
    expect(await approvals().forget(record?.fingerprint ?? '')).toBe(false);
    expect(await approvals().permissionFor(of({}))).toBe('pending');
  });
});

describe('whose a server is', () => {
  const permission = async (it: Scene, origin: Partial<Origin>, options = {}): Promise<string> =>
    it.approvals(options).permissionFor(without(it.of(origin)));

  it('is the person when they gave it, or when their own file defines it', async () => {
    const it = scene();
    expect(await it.approvals().permissionFor({ name: 'one', server: { command: 'a' } })).toBe('approved');
    const file = it.write('home/.codex/config.toml', '');
    expect(await permission(it, { file, scope: 'user' })).toBe('approved');
    expect(await permission(it, { file, scope: 'local' })).toBe('approved');
    expect(await permission(it, { file: '/etc/x.json', scope: 'managed' })).toBe('approved');
    expect(it.read('own/state/approvals.json')).toBeUndefined();
    await it.approvals().approve(without(it.of({ file, scope: 'user' })));
    expect(it.read('own/state/approvals.json')).toBeUndefined();
  });

  it('is the project when it is in the scope of one, whatever else is said', async () => {
    const it = scene();
    expect(await permission(it, { scope: 'project' })).toBe('pending');
    expect(await permission(it, { scope: 'project', file: '/elsewhere/.mcp.json' }, { project: undefined })).toBe(
      'pending',
    );
    expect(await it.approvals().permissionFor(it.of({ scope: 'user' }))).toBe('pending');
  });

  it.each(['user', 'local', 'managed'] as const)('is the project when a %s file lies in it', async (scope) => {
    const it = scene();
    const file = it.write('project/.codex/config.toml', '');
    expect(await permission(it, { file, scope })).toBe('pending');
    const toRun = without(it.of({ file, scope }));
    await it.approvals().approve(toRun);
    expect(await it.approvals().permissionFor(toRun)).toBe('approved');
    expect(await it.approvals({ project: it.path('home') }).permissionFor(toRun)).toBe('approved');
    expect(await it.approvals().permissionFor({ ...toRun, server: { command: 'b' } })).toBe('pending');
  });

  it('is the project when a link leads into it, or out of it', async () => {
    const it = scene();
    it.write('project/dotfiles/config.toml', '');
    it.write('home/mine.toml', '');
    symlinkSync(it.path('project/dotfiles'), it.path('home/.codex'));
    symlinkSync(it.path('home/mine.toml'), it.path('project/mine.toml'));
    symlinkSync(it.path('project'), it.path('linked'));
    expect(await permission(it, { file: it.path('home/.codex/config.toml'), scope: 'user' })).toBe('pending');
    expect(await permission(it, { file: it.path('home/.codex/new.toml'), scope: 'user' })).toBe('pending');
    expect(await permission(it, { file: it.path('project/mine.toml'), scope: 'user' })).toBe('pending');
    const file = it.path('project/dotfiles/config.toml');
    expect(await permission(it, { file, scope: 'user' }, { project: it.path('linked') })).toBe('pending');
  });

  it('is the project when the file lies elsewhere in its checkout', async () => {
    const it = scene();
    mkdirSync(it.path('project/.git'));
    const file = it.write('project/tools/.codex/config.toml', '');
    expect(await permission(it, { file, scope: 'user' }, { project: it.path('project/sub') })).toBe('pending');
    const beside = it.write('project-two/config.toml', '');
    expect(await permission(it, { file: beside, scope: 'user' })).toBe('approved');
  });

  it('is the person when the project is their home, or around it', async () => {
    const it = scene();
    const file = it.write('home/.codex/config.toml', '');
    expect(await permission(it, { file, scope: 'user' }, { project: it.path('home') })).toBe('approved');
    expect(await permission(it, { file, scope: 'user' }, { project: it.path('.') })).toBe('approved');
    expect(await permission(it, { file, scope: 'project' }, { project: it.path('home') })).toBe('pending');
  });

  it('is the project when the home was moved into a checkout', async () => {
    const it = scene();
    mkdirSync(it.path('project/.git'));
    const file = it.write('project/.home/.codex/config.toml', '');
    for (const project of ['project', 'project/sub', 'project/.home']) {
      const options = { home: it.path('project/.home'), project: it.path(project) };
      expect(await permission(it, { file, scope: 'user' }, options)).toBe('pending');
    }
    mkdirSync(it.path('home/.git'));
    const own = it.write('home/.codex/config.toml', '');
    expect(await permission(it, { file: own, scope: 'user' }, { project: it.path('home') })).toBe('pending');
  });
});

describe('a project', () => {
  /** Decisions committed to a repository. */
  async function shipped(it: Scene, directory: string): Promise<string> {
    await it.approvals().approve(it.of({}));
    const text = readFileSync(it.path('own/state/approvals.json'), 'utf8');
    const file = join(it.path(directory), 'approvals.json');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  }

  it.each([
    ['PLUGBOARD_HOME', 'project/.plug', 'project/.plug/state'],
    ['XDG_STATE_HOME', 'project/.plug', 'project/.plug/plugboard'],
  ])('cannot approve itself through %s', async (variable, value, directory) => {
    const it = scene();
    const path = await shipped(it, directory);
    const host = { env: { [variable]: it.path(value) } };
    const refused = {
      code: 'approvals-unusable',
      data: { path, why: expect.stringContaining('approve itself') as string },
    };
    expect(await failure(it.approvals({}, host).permissionFor(it.of({})))).toMatchObject(refused);
    expect(await failure(it.approvals({}, host).approve(it.of({}, 'b')))).toMatchObject(refused);
    expect(await failure(it.approvals({}, host).list())).toMatchObject(refused);
    expect(existsSync(join(dirname(path), 'lock'))).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe(readFileSync(it.path('own/state/approvals.json'), 'utf8'));
  });

  it('cannot approve itself from elsewhere in its checkout, or through a link', async () => {
    const it = scene();
    mkdirSync(it.path('project/.git'));
    await shipped(it, 'project/other/state');
    const inCheckout = { env: { PLUGBOARD_HOME: it.path('project/other') } };
    const sub = it.of({ project: it.path('project/sub') });
    expect(await failure(it.approvals({}, inCheckout).permissionFor(sub))).toMatchObject({
      code: 'approvals-unusable',
    });
    symlinkSync(it.path('project/other'), it.path('outside'));
    const linked = { env: { PLUGBOARD_HOME: it.path('outside') } };
    expect(await failure(it.approvals({}, linked).permissionFor(it.of({})))).toMatchObject({
      code: 'approvals-unusable',
    });
  });

  it('does not keep the servers of the person from being used', async () => {
    const it = scene();
    const host = { env: { PLUGBOARD_HOME: it.path('project/.plug') } };
    const own = without(it.of({ scope: 'user', file: it.write('home/a.json', '') }));
    expect(await it.approvals({}, host).permissionFor(own)).toBe('approved');
  });

  it('may be the home itself, where the decisions are', async () => {
    const it = scene();
    const options = { project: it.path('home') };
    const host = { env: {} };
    const toRun = it.of({ project: it.path('home'), file: it.path('home/.mcp.json') });
    await it.approvals(options, host).approve(toRun);
    expect(await it.approvals(options, host).permissionFor(toRun)).toBe('approved');
    expect(it.read('home/.local/state/plugboard/approvals.json')).toBeDefined();
  });
});

describe('values', () => {
  it('are not looked up, and no command runs, before the server is approved', async () => {
    const it = scene();
    const mark = it.path('ran');
    const toRun = { ...it.of({}), server: { command: 'a', env: { TOKEN: `!echo x | tee '${mark}'` } } };
    const options = {
      env: process.env,
      token: async (): Promise<never> => {
        throw new Error('asked for a token');
      },
    };
    const approvals = it.approvals({ env: process.env });
    expect(await failure(resolveApproved(toRun, approvals, options))).toMatchObject({ permission: 'pending' });
    await approvals.deny(toRun);
    const refused = await failure(resolveApproved(toRun, approvals, options));
    expect(refused).toBeInstanceOf(NotApproved);
    expect(refused).toMatchObject({ permission: 'denied', fingerprint: fingerprintOf(toRun, process.env) });
    it.write('own/state/approvals.json', '{');
    expect(await failure(resolveApproved(toRun, approvals, options))).toMatchObject({ code: 'approvals-unusable' });
    expect(existsSync(mark)).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('are there once it is', async () => {
    const it = scene();
    const toRun = { ...it.of({}), server: { command: 'a', env: { TOKEN: '!echo x' } } };
    const approvals = it.approvals({ env: process.env });
    await approvals.approve(toRun);
    const { server } = await resolveApproved(toRun, approvals, { env: process.env });
    expect(server.env).toEqual({ TOKEN: 'x' });
  });
});
