import { expect, it } from 'vitest';
import { Page } from '../api/support/page.ts';
import { machineWith, misbehaving } from '../cli/runtime/support/servers.ts';
import { machine } from '../cli/support/machine.ts';

const TOKEN = 'zq81-hidden-thing-77';

it.each([[[]], [['--json']], [['--raw']], [['--json', '--raw']]])('call %j masks what the server was given', (more) => {
  const here = machineWith({ user: { box: misbehaving('polite', { env: { TOKEN: '${HELD}' } }) } });
  const { code, stdout, stderr } = here.run(['call', 'box', 'env', ...more], { env: { HELD: TOKEN } });
  expect(code).toBe(0);
  expect(stdout).toMatch(/TOKEN\\*":\\*"••••••••/);
  expect(stdout + stderr).not.toContain(TOKEN);
  // Secrets are for a person who looks at them, and never for a pipe.
  const shown = here.run(['call', 'box', 'env', '--show-secrets', ...more], { env: { HELD: TOKEN } });
  expect(shown.code).toBe(2);
  expect(shown.stdout + shown.stderr).not.toContain(TOKEN);
});

const config = '[mcp_servers.hub]\nurl = "https://hub.example/mcp"\nbearer_token_env_var = "GITHUB_TOKEN"\n';

it('the name of a variable is shown: it is not the secret', async () => {
  const here = machine({ '~/.codex/config.toml': config });
  for (const args of [
    ['get', 'hub'],
    ['get', 'hub', '--json'],
    ['list', '--json'],
    ['edit', 'hub', '--in', 'codex:user', '--set', 'timeout=9', '--dry-run'],
    ['copy', 'hub', '--from', 'codex', '--to', 'opencode', '--dry-run'],
  ])
    expect([args, here.run(args).stdout]).toEqual([args, expect.stringContaining('GITHUB_TOKEN')]);
  const page = new Page();
  page.write('.codex/config.toml', config);
  const { body } = await page.get('servers/hub');
  expect(JSON.stringify(body.drafts)).toContain('GITHUB_TOKEN');
  expect(JSON.stringify(body.native)).toContain('bearer_token_env_var = \\"GITHUB_TOKEN\\"');
});
