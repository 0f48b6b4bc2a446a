import { describe, expect, it } from 'vitest';
import { shapeOf } from '../../src/clients/read-document.ts';
import { readEntry } from '../../src/clients/read-entry.ts';
import { clients } from '../../src/clients/registry.ts';
import { copyApproval } from '../../src/live/approvals/project-servers.ts';
import { approvalsOf } from '../../src/live/approvals/project-servers.ts';
import { add } from '../../src/manage/add.ts';
import { copy, importServers } from '../../src/manage/copy.ts';
import { visibleChanges } from '../../src/manage/plan/plan-words.ts';
import type { Target } from '../../src/manage/plan/target.ts';
import { sourcesOfText } from '../../src/manage/project-source.ts';
import { sync } from '../../src/manage/sync/sync.ts';
import type { Server } from '../../src/model/server.ts';
import type { ValueMap } from '../../src/model/value.ts';
import { applyPlan } from '../../src/store/write/apply-plan.ts';
import type { Plan } from '../../src/store/write/plan.ts';
import { namedFields } from '../support/named-fields.ts';
import { target, workspace, type Workspace } from './support/workspace.ts';

const catalog = (scope: 'user' | 'project'): Target => ({ client: clients.canonical, scope });

/** A project whose catalog has a server that is meant for the user's file of the client. */
function projectWith(server: Server, client: string): Workspace {
  const here = workspace({
    'plugboard.json': JSON.stringify({ servers: { one: { ...server, targets: [`${client}:user`] } } }),
  });
  return here;
}

async function approve(here: Workspace, server: Server): Promise<void> {
  const origin = {
    file: here.path('plugboard.json'),
    client: 'canonical',
    scope: 'project',
    project: here.host.cwd,
  } as const;
  await approvalsOf(here.host).approve({ name: 'one', server, origin });
}

const reasons = ({ losses }: Plan): string[] =>
  losses.flatMap(({ reason, field }) => (reason === 'trust-of-project' ? [field] : []));
const written = (here: Workspace): string =>
  JSON.stringify(Object.entries(here.files()).filter(([path]) => path.startsWith('~/')));

const copied = namedFields.filter(
  ({ client }) => client.locations.some(({ scope }) => scope === 'user') && client.id !== 'mcp-json',
);

describe.each(copied)(
  '$client.id: $key ($effect) of a project',
  ({ client, key, effect, native, others: [value, other] }) => {
    const readFrom = (more: ValueMap): Server =>
      readEntry(client, shapeOf(client, undefined), { ...native, ...more }).server;
    const plain = readFrom({});
    const server = readFrom({ [key]: value });
    const user: Target = { client, scope: 'user' };

    it('reaches no user file with the approval of an entry without it', async () => {
      const here = projectWith(server, client.id);
      await approve(here, plain);
      await approve(here, readFrom({ [key]: other }));
      const plans = [
        await copy(here.host, 'one', catalog('project'), [user]),
        await add(
          here.host,
          'one',
          server,
          [user],
          'fail',
          (await sourcesOfText(here.host, [{ name: 'one', server }])).get('one'),
        ),
        await importServers(here.host, { one: server }, [user], {
          sources: await sourcesOfText(here.host, [{ name: 'one', server }], here.path('plugboard.json')),
        }),
        (await sync(here.host)).plan,
      ];
      for (const plan of plans) {
        await expect(applyPlan(here.host, plan, copyApproval(here.host))).rejects.toMatchObject({
          code: 'approval-needed',
        });
        expect(written(here)).toBe('[]');
      }
    });

    it('is copied if it is approved, and never if it trusts', async () => {
      for (const plan of [
        async (here: Workspace) => copy(here.host, 'one', catalog('project'), [user]),
        async (here: Workspace) => (await sync(here.host)).plan,
      ]) {
        const here = projectWith(server, client.id);
        await approve(here, server);
        const made = await plan(here);
        await applyPlan(here.host, made, copyApproval(here.host));
        expect(reasons(made)).toHaveLength(effect === 'trusts' ? 1 : 0);
        expect(written(here)).toContain('marked-server');
        expect(written(here).includes(key)).toBe(effect !== 'trusts');
        expect(visibleChanges((await sync(here.host)).plan, here.host)).toEqual([]);
      }
    });

    it('does not reach the catalog of the user if it trusts', async () => {
      const here = projectWith(server, client.id);
      const made = await copy(here.host, 'one', catalog('project'), [catalog('user')]);
      await applyPlan(here.host, made, copyApproval(here.host));
      expect(reasons(made)).toHaveLength(effect === 'trusts' ? 1 : 0);
      expect(written(here).includes(key)).toBe(effect !== 'trusts');
    });
  },
);

describe('what makes a client ask less', () => {
  const trusting = { httpUrl: 'https://a.example/mcp', trust: true };
  const file = (entry: object): string => JSON.stringify({ mcpServers: { one: entry } });

  it('stays in another file of the project', async () => {
    const here = workspace({ '.gemini/settings.json': file(trusting) });
    const plan = await copy(here.host, 'one', target('gemini-cli:project'), [catalog('project')]);
    expect(reasons(plan)).toEqual([]);
    expect(plan.changes[0]?.after).toContain('trust');
  });

  it('stays in a file of the user, for the program that it is about', async () => {
    const mine = file({ type: 'http', url: 'https://a.example/mcp', trust: true });
    const kept = workspace({ '.gemini/settings.json': file(trusting), '~/.gemini/settings.json': mine });
    const options = { conflict: 'overwrite' } as const;
    const same = await copy(kept.host, 'one', target('gemini-cli:project'), [target('gemini-cli:user')], options);
    expect([reasons(same), same.changes]).toEqual([[], []]);
    kept.write('.gemini/settings.json', file({ httpUrl: 'https://evil.example/mcp' }));
    const others = await copy(kept.host, 'one', target('gemini-cli:project'), [target('gemini-cli:user')], options);
    expect(reasons(others)).toEqual(['extras.gemini-cli.trust']);
    expect(others.changes[0]?.after).not.toContain('trust');
  });

  it('stays where a person takes it from a file of their own', async () => {
    const here = workspace({ '~/.gemini/settings.json': file(trusting) });
    const plan = await copy(here.host, 'one', target('gemini-cli:user'), [catalog('user')]);
    expect(reasons(plan)).toEqual([]);
    expect(plan.changes[0]?.after).toContain('trust');
  });

  it('is taken out of the file of the user when the catalog of the project set it earlier', async () => {
    const definition = { transport: 'http', url: 'https://a.example/mcp', targets: ['gemini-cli:user'] } as const;
    const here = workspace();
    here.write('plugboard.json', JSON.stringify({ servers: { one: definition } }));
    await approve(here, { transport: 'http', url: definition.url });
    await applyPlan(here.host, (await sync(here.host)).plan, copyApproval(here.host));
    here.write(
      '~/.gemini/settings.json',
      (here.read('~/.gemini/settings.json') ?? '').replace('"type"', '"trust": true, "type"'),
    );
    expect((await sync(here.host)).plan.changes).toEqual([]);
  });
});

describe('what single clients get instead', () => {
  it('needs approval of its own after an approved entry was copied', async () => {
    const server = {
      transport: 'http',
      url: 'https://a.example/mcp',
      clients: { 'claude-code': { url: null, transport: 'stdio', command: 'sh', args: ['-c', 'x'] } },
    } as const;
    const here = workspace({ 'plugboard.json': JSON.stringify({ servers: { one: server } }) });
    await approve(here, server as unknown as Server);
    await applyPlan(
      here.host,
      await copy(here.host, 'one', catalog('project'), [catalog('user')]),
      copyApproval(here.host),
    );
    here.write('plugboard.json', '{}');
    const plan = await copy(here.host, 'one', catalog('user'), [target('claude-code:user')]);
    await expect(applyPlan(here.host, plan, copyApproval(here.host))).rejects.toMatchObject({
      code: 'approval-needed',
    });
  });
});
