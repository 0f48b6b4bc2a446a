import { expect, test } from 'vitest';
import type { PlanView } from '../../src/api/contract/plans.ts';
import { Page } from './support/page.ts';

const SECRET = 'ghp_1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R';

function withServers(): Page {
  const page = new Page();
  page.write('.cursor/mcp.json', {
    mcpServers: {
      github: { command: 'npx', args: ['gh'], env: { GITHUB_TOKEN: SECRET } },
      known: { command: 'uvx', args: ['known'] },
      other: { command: 'uvx', args: ['here'] },
      broken: { args: ['nothing to start'] },
    },
  });
  page.write('.config/plugboard/plugboard.json', {
    servers: { known: { command: 'uvx', args: ['known'] }, other: { command: 'uvx', args: ['there'] } },
  });
  page.write('.claude/settings.json', { mcpServers: { wiki: { command: 'npx', args: ['wiki'] } } });
  return page;
}

async function planned(page: Page, more: object = {}): Promise<PlanView> {
  const { status, body, text } = await page.post('plans', { kind: 'import', ...more });
  expect([status, text]).toEqual([200, expect.anything()]);
  return body as PlanView;
}

test('an import explains every server that it leaves out', async () => {
  const page = withServers();
  const { issues } = await planned(page);
  const said = issues
    .filter(({ code }) => code.startsWith('import-'))
    .map(({ code, message }) => `${code}: ${message}`);
  expect(said).toEqual([
    'import-plain-secrets: 1 secret would be written in plain text.',
    'import-skipped: Skipped other: it is defined otherwise in catalog:user.',
    'import-same: Already in the catalog: known.',
    expect.stringMatching(/^import-unused: Skipped broken: /),
    'import-unused: Skipped wiki: its client ignores the file that defines it.',
  ]);
  // Those chosen by name too, although no client uses one of them.
  const chosen = await planned(page, { names: ['github', 'wiki'] });
  const codes = chosen.issues.map(({ code }) => code).filter((code) => code.startsWith('import-'));
  expect(codes).toEqual(['import-plain-secrets', 'import-unused']);
  expect((await page.post('plans', { kind: 'import', names: ['nobody'] })).status).toBe(404);
});

test('an import writes references in place of secrets if asked to', async () => {
  const page = withServers();
  const plan = await planned(page, { withoutSecrets: true });
  expect(plan.issues[0]).toMatchObject({
    code: 'import-variables',
    message: expect.stringContaining('GITHUB_TOKEN'),
  });
  expect((await page.post(`plans/${plan.id}/write`, {})).status).toBe(200);
  const catalog = page.read('.config/plugboard/plugboard.json');
  expect(catalog).toContain('${GITHUB_TOKEN}');
  expect(catalog).not.toContain(SECRET);
});
