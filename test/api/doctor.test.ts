import { describe, expect, it } from 'vitest';
import type { DoctorAnswer, DoctorIssuesAnswer } from '../../src/api/contract/doctor.ts';
import { Page } from './support/page.ts';

const secret = 'ghp_doctorcanary0123456789abcdefABCD';

function page(): Page {
  const one = new Page();
  one.write('.cursor/mcp.json', {
    mcpServers: { github: { command: 'npx', args: ['-y', 'x@1.0.0'], env: { GITHUB_TOKEN: secret } } },
  });
  return one;
}

const issues = async (one: Page): Promise<DoctorIssuesAnswer> =>
  ((await one.get('doctor')).body as DoctorAnswer).groups.flatMap((group) => group.issues ?? []);

describe('the doctor', () => {
  it('reports issues with their location and never the secret itself', async () => {
    const one = page();
    const found = (await issues(one)).find(({ code }) => code === 'plain-secret');
    expect(found).toMatchObject({
      server: 'github',
      client: 'cursor',
      clientName: 'Cursor',
      file: { short: '~/.cursor/mcp.json' },
    });
    expect(found?.excerpt).toContain('GITHUB_TOKEN');
    expect(one.replies.join('\n')).not.toContain(secret.slice(8));
  });

  it('keeps the name of an issue, repairs it by a plan, and finds it gone then', async () => {
    const one = page();
    const ids = (await issues(one)).flatMap(({ id, repair }) => (repair?.kind === 'plan' ? [id] : []));
    expect(ids.length).toBeGreaterThan(0);
    expect((await issues(one)).map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    const plan = await one.post('plans', { kind: 'fix', issues: ids });
    expect(plan.status).toBe(200);
    await one.post(`plans/${plan.body.id}/write`);
    expect((await issues(one)).map(({ id }) => id)).not.toEqual(expect.arrayContaining(ids));
    expect((await one.post('plans', { kind: 'fix', issues: ids })).status).toBe(404);
    expect(one.replies.join('\n')).not.toContain(secret.slice(8));
  });

  it('applies fixes that are not text edits, such as file permissions', async () => {
    const one = page();
    const { chmodSync, statSync } = await import('node:fs');
    chmodSync(one.path('.cursor/mcp.json'), 0o666);
    const found = (await issues(one)).find(({ repair }) => repair?.kind === 'direct');
    expect(found?.repair?.title).toBeTruthy();
    expect((await one.post(`doctor/${found?.id}/run`)).body.done).toHaveLength(1);
    expect(statSync(one.path('.cursor/mcp.json')).mode & 0o022).toBe(0);
  });
});
