import { expect, test } from 'vitest';
import type { ServerDetail, ServerEvidence, ServersAnswer } from '../../src/api/contract/servers.ts';
import { Page } from './support/page.ts';

const CANARY = 'kanarie-7f3k9q2x';

function withSecrets(): Page {
  const page = new Page({ KNOWN: 'yes' });
  page.write('.cursor/mcp.json', {
    mcpServers: {
      github: {
        command: 'npx',
        args: ['-y', 'server-github', '--api-key', CANARY, `--token=${CANARY}`],
        env: { GITHUB_TOKEN: CANARY, DEBUG: 'true', HOME_OF: '${KNOWN}/${MISSING:-there}' },
      },
      remote: {
        url: `https://ann:${CANARY}@example.com/mcp?api_key=${CANARY}&page=2`,
        headers: { Authorization: `Bearer ${CANARY}` },
      },
    },
  });
  page.write('.claude.json', {
    numStartups: 4,
    mcpServers: { github: { type: 'stdio', command: 'uvx', args: ['other'], env: { GITHUB_TOKEN: CANARY } } },
  });
  page.write('work/.mcp.json', { mcpServers: { shared: { command: 'make', args: ['serve'] } } });
  return page;
}

test('every definition of this machine is in one row per name, with what becomes of it', async () => {
  const page = withSecrets();
  const { status, body } = await page.get('servers');
  const { servers, places, project } = body as ServersAnswer;
  expect(status).toBe(200);
  expect(project.short).toBe('~/work');
  expect(servers.map(({ name }) => name)).toEqual(['github', 'remote', 'shared']);
  const [github, remote, shared] = servers;
  expect(github).toMatchObject({ differs: true, runs: 'local', transport: 'stdio', status: { name: 'not-checked' } });
  expect(github?.places.map((at) => places[at]?.client)).toEqual(expect.arrayContaining(['claude-code', 'cursor']));
  const evidence = (await page.get('servers/github/evidence')).body as ServerEvidence;
  expect(evidence.status.name).toBe('not-checked');
  expect(evidence.entries.find(({ client }) => client === 'cursor')).toMatchObject({ state: 'active', line: 3 });
  expect(remote).toMatchObject({ runs: 'remote', transport: 'http', differs: false });
  const detail = (await page.get('servers/remote')).body as ServerDetail;
  expect(detail.chosen).toMatchObject({ client: 'cursor', scope: 'user', name: 'remote' });
  expect(shared?.status).toMatchObject({ name: 'needs-approval' });
  expect(page.replies.join('\n')).not.toContain(CANARY);
});

test('a definition can be edited without its secrets', async () => {
  const page = withSecrets();
  const { body } = await page.get('servers/github');
  const { drafts, native, entries } = body as ServerDetail;
  const index = entries.findIndex(({ client }) => client === 'cursor');
  const draft = drafts[index];
  expect(draft?.server).toMatchObject({
    args: ['-y', 'server-github', '--api-key', '⟪kept:args.3⟫', '--token=⟪kept:args.4⟫'],
    env: { GITHUB_TOKEN: '⟪kept:env.GITHUB_TOKEN⟫', DEBUG: 'true', HOME_OF: '${KNOWN}/${MISSING:-there}' },
  });
  expect(draft?.masks['env.GITHUB_TOKEN']).toEqual({ masked: '••••••••' });
  expect(draft?.variables).toEqual([
    { name: 'KNOWN', isSet: true },
    { name: 'MISSING', isSet: false, fallback: 'there' },
  ]);
  expect(native.find(({ client }) => client === 'cursor')?.text).toContain('"server-github"');
  const remote = (await page.get('servers/remote')).body as ServerDetail;
  expect(remote.drafts[0]?.server).toMatchObject({
    url: 'https://ann:⟪kept:url⟫@example.com/mcp?api_key=⟪kept:url#2⟫&page=2',
    headers: { Authorization: 'Bearer ⟪kept:headers.Authorization⟫' },
  });
  const other = remote.native.find(({ isThere }) => !isThere);
  expect(other?.text).toContain('example.com');
  expect(page.replies.join('\n')).not.toContain(CANARY);
});

test('a file written by another program is shown with the next request', async () => {
  const page = withSecrets();
  expect((await page.get('servers')).body.servers).toHaveLength(3);
  page.write('.cursor/mcp.json', { mcpServers: { only: { command: 'one' } } });
  const { servers } = (await page.get('servers')).body as ServersAnswer;
  expect(servers.map(({ name }) => name)).toEqual(['github', 'only', 'shared']);
});

test('an unknown name is not found, with a suggestion', async () => {
  const page = withSecrets();
  const { status, body } = await page.get('servers/githup');
  expect([status, body.error]).toEqual([
    404,
    { code: 'server-unknown', message: expect.stringContaining('Did you mean "github"?') },
  ]);
});
