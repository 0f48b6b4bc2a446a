import { describe, expect, it } from 'vitest';
import type { DoctorAnswer, FindingsAnswer } from '../../src/api/contract/doctor.ts';
import { Page } from './support/page.ts';

const secret = 'ghp_doctorcanary0123456789abcdefABCD';

function page(): Page {
  const one = new Page();
  one.write('.cursor/mcp.json', {
    mcpServers: { github: { command: 'npx', args: ['-y', 'x@1.0.0'], env: { GITHUB_TOKEN: secret } } },
  });
  return one;
}

const findings = async (one: Page): Promise<FindingsAnswer> =>
  ((await one.get('doctor')).body as DoctorAnswer).groups.flatMap((group) => group.findings ?? []);

describe('the doctor', () => {
  it('reports issues with their location and never the secret itself', async () => {
    const one = page();
    const found = (await findings(one)).find(({ code }) => code === 'plain-secret');
    expect(found).toMatchObject({
      server: 'github',
      client: 'cursor',
      clientName: 'Cursor',
      file: { short: '~/.cursor/mcp.json' },
    });
    expect(found?.excerpt).toContain('GITHUB_TOKEN');
    expect(one.replies.join('\n')).not.toContain(secret.slice(8));
  });

  it('keeps the name of a finding, repairs it by a plan, and finds it gone then', async () => {
    const one = page();
    const ids = (await findings(one)).flatMap(({ id, repair }) => (repair?.kind === 'plan' ? [id] : []));
    expect(ids.length).toBeGreaterThan(0);
    expect((await findings(one)).map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    const plan = await one.post('plans', { kind: 'fix', findings: ids });
    expect(plan.status).toBe(200);
    await one.post(`plans/${plan.body.id}/write`);
    expect((await findings(one)).map(({ id }) => id)).not.toEqual(expect.arrayContaining(ids));
    expect((await one.post('plans', { kind: 'fix', findings: ids })).status).toBe(404);
    expect(one.replies.join('\n')).not.toContain(secret.slice(8));
  });

  it('applies fixes that are not text edits, such as file permissions', async () => {
    const one = page();
    const { chmodSync, statSync } = await import('node:fs');
    chmodSync(one.path('.cursor/mcp.json'), 0o666);
    const found = (await findings(one)).find(({ repair }) => repair?.kind === 'direct');
    expect(found?.repair?.title).toBeTruthy();
    expect((await one.post(`doctor/${found?.id}/run`)).body.done).toHaveLength(1);
    expect(statSync(one.path('.cursor/mcp.json')).mode & 0o022).toBe(0);
  });
});
