import { expect, it } from 'vitest';
import { Page } from '../api/support/page.ts';
import { serving } from '../cli/support/serving.ts';
import { own, type OwnServers, ownServers, token } from '../secrets/support/own-servers.ts';

type Variables = Readonly<Record<string, string>>;

/** Every way in which Plugboard starts a server of the person. Each returns what it said. */
const roads: Readonly<Record<string, (here: OwnServers, name: string, env?: Variables) => Promise<string>>> = {
  test: async (here, name, env = {}) => said(here.run(['test', name], { env })),
  tools: async (here, name, env = {}) => said(here.run(['tools', name, '--refresh'], { env })),
  call: async (here, name, env = {}) => said(here.run(['call', name, 'echo'], { env })),
  async serve(here, name, env = {}) {
    const served = await serving({ ...here, env: { ...here.env, ...env } }, ['--only', name]);
    await served.request('tools/list');
    const answer = await served.request('tools/call', { name: `mcp_${name}_echo`, arguments: {} });
    await served.end();
    return `${served.stderr()}${JSON.stringify(answer)}`.replaceAll(here.path('~/').replace(/\/$/, ''), 'HOME');
  },
  async page(here, name, env = {}) {
    const home = here.path('~/').replace(/\/$/, '');
    const page = new Page({ ...here.env, PLUGBOARD_HOME: '', ...env }, home);
    return JSON.stringify((await page.post('tools/refresh', { server: name })).body).replaceAll(home, 'HOME');
  },
};

function said({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string {
  return `${stdout}${stderr}`;
}

const program = { pack: 'npx', script: 'docker' };

for (const how of ['moved', 'referring'] as const)
  for (const [road, start] of Object.entries(roads))
    it(`${road}: another program of the same name gets no secret until the person allows it (${how})`, async () => {
      const here = ownServers(how);
      for (const name of ['pack', 'script'] as const) {
        const text = await start(here, name, here.evil);
        expect([name, here.got()]).toEqual([name, '']);
        expect(text).toContain(`${program[name]} is HOME/evil/${program[name]}`);
        expect(text).toContain(`plugboard secrets allow ${name}`);
        expect(text).not.toContain(token);
        expect(await start(here, name)).not.toContain('secrets allow');
        expect([name, here.got()]).toEqual([name, `good ${token}\n`]);
      }
      expect(here.run(['secrets', 'allow', 'pack', '--yes'])).toMatchObject({ code: 0 });
      await start(here, 'pack', here.evil);
      expect(here.got()).toContain(`EVIL ${token}`);
    });

it('run: the launcher judges the start of a server that has no grant yet', () => {
  const here = ownServers('referring');
  here.write('~/.claude/mcp-configs/work.json', '{"mcpServers":{}}');
  const servers = ['run', '--servers', 'catalog/pack,catalog/script', '--only'];
  expect(here.run(servers, { env: here.evil })).toMatchObject({ code: 0 });
  for (const [name, { command, args }] of Object.entries(own)) {
    const launcher = ['exec', name, '--', command, ...args];
    const env = { ...here.evil, X: '{secret:X_TOKEN}' };
    const { code, stderr } = here.run(launcher, { env, fresh: true });
    expect([name, code, here.got()]).toEqual([name, 126, '']);
    expect(stderr).toContain(`plugboard secrets allow ${name}`);
    here.run(launcher, { env: { X: '{secret:X_TOKEN}' }, fresh: true });
    expect([name, here.got()]).toEqual([name, `good ${token}\n`]);
  }
});
