import { describe, expect, it } from 'vitest';
import { clients } from '../../../src/clients/registry.ts';
import { add } from '../../../src/manage/add.ts';
import { copy } from '../../../src/manage/copy.ts';
import { exportServers } from '../../../src/manage/export-servers.ts';
import { findEverywhere } from '../../../src/manage/found-servers.ts';
import { importFound } from '../../../src/manage/import-found.ts';
import { sync } from '../../../src/manage/sync/sync.ts';
import { translate } from '../../../src/manage/translation/translate.ts';
import { update } from '../../../src/manage/update.ts';
import type { Server } from '../../../src/model/server.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import { clinic } from '../../doctor/support/clinic.ts';
import { target } from '../support/workspace.ts';

const npx: Server = { command: 'npx', args: ['-y', 'x'] };
const wrapped = { command: 'cmd', args: ['/c', 'npx', '-y', 'x'] };
const windows = (files = {}) =>
  clinic(files, { programs: ['npx.cmd', 'uvx.exe', 'tool.bat', 'cmd.exe'], platform: 'win32' });
const started = (text: string | undefined, name = 'demo') => {
  const { command, args } = JSON.parse(text ?? '{}').mcpServers[name];
  return { command, args };
};

describe('on Windows', () => {
  it('is started through cmd where the client needs that, as doctor wants it', async () => {
    const { host, read, issues } = windows();
    const plan = await add(host, 'demo', npx, [target('claude-code:user'), target('cursor:user')]);
    expect(plan.losses).toEqual([]);
    await applyPlan(host, plan);
    expect(started(read('~/.claude.json'))).toEqual(wrapped);
    expect(started(read('~/.cursor/mcp.json'))).toEqual(npx);
    expect((await issues()).map(({ code }) => code)).not.toContain('command-needs-cmd');
  });

  it.each([
    ['uvx', { command: 'uvx' }],
    ['tool', { command: 'cmd', args: ['/c', 'tool'] }],
    ['missing', { command: 'missing' }],
    ['pnpm', { command: 'cmd', args: ['/c', 'pnpm'] }],
    ['C:\\x\\run.cmd', { command: 'cmd', args: ['/c', 'C:\\x\\run.cmd'] }],
  ])('%s is found as the system finds it', async (command, expected) => {
    const { host, read } = windows();
    await applyPlan(host, await add(host, 'demo', { command }, [target('claude-code:user')]));
    expect(started(read('~/.claude.json'))).toEqual(expected);
  });

  it('says what that means for others and for arguments', async () => {
    const { host } = windows();
    const server = { command: 'npx', args: ['x', 'https://a.example/?a=1&b=2'] };
    const { losses } = await add(host, 'demo', server, [target('claude-code:project')]);
    expect(losses.map(({ field, reason }) => [field, reason])).toEqual([
      ['command', 'started-through-cmd'],
      ['args.1', 'read-by-cmd'],
    ]);
  });

  it('is copied without it to a client that does not need it', async () => {
    const { host, read } = windows({ '~/.claude.json': { mcpServers: { demo: wrapped } } });
    await applyPlan(host, await copy(host, 'demo', target('claude-code:user'), [target('cursor:user')]));
    expect(started(read('~/.cursor/mcp.json'))).toEqual(npx);
  });

  it.each([[['/d', '/s', '/c', 'npx -y x']], [['/C', 'npx', '-y', 'x']]])(
    'is copied without it also from %j',
    async (args) => {
      const entry = { command: 'C:\\Windows\\System32\\cmd.exe', args };
      const { host, read, issues } = windows({ '~/.claude.json': { mcpServers: { demo: entry } } });
      await applyPlan(host, await copy(host, 'demo', target('claude-code:user'), [target('cursor:user')]));
      expect(started(read('~/.cursor/mcp.json'))).toEqual(npx);
      expect(new Set((await issues()).map(({ code }) => code))).toEqual(new Set(['package-unpinned']));
    },
  );

  it('is one server for an import, with and without it', async () => {
    const both = {
      '~/.claude.json': { mcpServers: { demo: wrapped } },
      '~/.cursor/mcp.json': { mcpServers: { demo: npx } },
    };
    const { host, read } = windows(both);
    const { servers } = await findEverywhere(host);
    const { imports, plan } = await importFound(host, servers, [target('canonical:user')]);
    expect(imports.map(({ outcome, from }) => [outcome, from.length])).toEqual([['written', 2]]);
    await applyPlan(host, plan);
    const catalog = JSON.parse(read('~/AppData/Roaming/plugboard/plugboard.json') ?? '');
    expect(catalog.servers.demo).toMatchObject(npx);
  });

  it('is translated and exported as the client needs it', async () => {
    const { host } = windows();
    const text = (server: Server) => JSON.stringify({ mcpServers: { demo: server } });
    const { 'claude-code': code, cursor } = clients;
    const there = await translate(text(npx), cursor, code, { host });
    expect(started(there.text)).toEqual(wrapped);
    expect(started((await translate(text(wrapped), code, cursor, { host })).text)).toEqual(npx);
    expect(started((await exportServers(host, { demo: npx }, target('claude-code:user'))).text)).toEqual(wrapped);
    const exported = await exportServers(host, { demo: wrapped }, target('cursor:user'));
    expect(started(exported.text)).toEqual(npx);
    const amp = { command: 'npx', args: ['a&b'] };
    const { losses } = await exportServers(host, { demo: amp }, target('claude-code:user'));
    expect(losses).toMatchObject([{ server: 'demo', field: 'args.0', reason: 'read-by-cmd' }]);
  });

  it('is wrapped when another command is chosen, and left alone when something else changes', async () => {
    const { host, read } = windows({ '~/.claude.json': { mcpServers: { demo: { command: 'npx', args: ['a'] } } } });
    const to = [target('claude-code:user')];
    await applyPlan(host, await update(host, 'demo', (server) => ({ ...server, env: { A: '1' } }), to));
    expect(started(read('~/.claude.json'))).toEqual({ command: 'npx', args: ['a'] });
    await applyPlan(host, await update(host, 'demo', (server) => ({ ...server, ...npx }), to));
    expect(started(read('~/.claude.json'))).toEqual(wrapped);
  });
});

describe('on other systems', () => {
  it('is copied without cmd', async () => {
    const { host, read } = clinic({ '~/.claude.json': { mcpServers: { demo: wrapped } } }, { programs: ['npx'] });
    await applyPlan(host, await copy(host, 'demo', target('claude-code:user'), [target('cursor:user')]));
    expect(started(read('~/.cursor/mcp.json'))).toEqual(npx);
  });

  it('keeps the cmd of a project when something else changes', async () => {
    const { host, read } = clinic({ '.mcp.json': { mcpServers: { demo: wrapped } } }, { programs: ['npx'] });
    const to = [target('claude-code:project')];
    await applyPlan(host, await update(host, 'demo', (server) => ({ ...server, env: { A: '1' } }), to));
    expect(started(read('.mcp.json'))).toEqual(wrapped);
  });
});

describe('sync', () => {
  const catalog = (server: object) => ({ servers: { demo: { ...server, targets: ['claude-code'] } } });
  const synced = async ({ host }: ReturnType<typeof clinic>) => {
    const { cells, plan } = await sync(host);
    await applyPlan(host, plan);
    return cells.map(({ outcome }) => outcome);
  };

  it('wraps on Windows, and does not take the wrapper for a change', async () => {
    const here = windows({ '~/AppData/Roaming/plugboard/plugboard.json': catalog(npx) });
    expect(await synced(here)).toEqual(['write']);
    expect(started(here.read('~/.claude.json'))).toEqual(wrapped);
    expect(await synced(here)).toEqual(['same']);
  });
});
