import { expect, it } from 'vitest';
import { machineWithClaude } from './stand-in.ts';

const tell = 'console.log(process.env.API_TOKEN)';
const local = { command: process.execPath, args: ['-e', tell], env: { API_TOKEN: '${API_TOKEN}' } };
const remote = { url: 'https://mcp.example.com/mcp', headers: { Authorization: 'Bearer ${REM_TOKEN}' } };
const servers = { loc: local, rem: remote };
const profiles = { p: { servers: ['loc', 'rem'] } };
const set = { mcpServers: { inSet: local, far: { type: 'http', ...remote } } };

it('servers whose variables only the vault has are started by the launcher or the gateway', () => {
  const here = machineWithClaude({
    '~/.config/plugboard/plugboard.json': JSON.stringify({ servers, profiles }),
    '~/.claude/mcp-configs/work.json': JSON.stringify(set),
  });
  const env = { ...here.inPath, DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  for (const name of ['API_TOKEN', 'REM_TOKEN'])
    here.run(['secrets', 'set', name, '--to', 'file'], { input: `value of ${name}`, env });
  const ended = here.run(['run', 'work', '--profile', 'p'], { env });
  // The remote server of the set is in no catalog, so there is no gateway for it.
  expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining('REM_TOKEN is not set') as string });
  const [config = ''] = here.started()?.configs ?? [];
  const given = (JSON.parse(config) as { mcpServers: Record<string, typeof local> }).mcpServers;
  for (const name of ['loc', 'inSet']) {
    const { args = [], env: own } = given[name] ?? {};
    expect(own).toEqual({ API_TOKEN: '{secret:API_TOKEN}' });
    expect(here.run(args.slice(args.indexOf('exec')), { env: { ...env, ...own } }).stdout).toBe('value of API_TOKEN\n');
  }
  expect(given['rem']?.args.slice(-4)).toEqual(['--only', 'rem', '--names', 'plain']);
  expect(given['far']).toMatchObject({ headers: remote.headers });
  // A variable that is set needs no launcher.
  here.run(['run', '--profile', 'p'], { env: { ...env, API_TOKEN: 'mine', REM_TOKEN: 'mine' } });
  expect(JSON.parse(here.started()?.configs[0] ?? '{}')).toMatchObject({ mcpServers: { loc: { env: local.env } } });
});
