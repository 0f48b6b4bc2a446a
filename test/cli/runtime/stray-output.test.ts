import { expect, it } from 'vitest';
import { serving } from '../support/serving.ts';
import { machineWith, misbehaving, toolbox } from './support/servers.ts';

const TOKEN = 'canary-token-of-a-server';

it.each([
  ['only garbage', 'Listening on port 3000 with ••••••••'],
  ['a prompt', 'Password for ••••••••:'],
  ['json logs', '{"level":"info","msg":"listening"}'],
])('names what a server wrote instead of messages: %s', (how, line) => {
  const here = machineWith({ user: { odd: misbehaving(how, { env: { TOKEN }, timeout: 3 }) } });
  for (const args of [
    ['test', 'odd'],
    ['call', 'odd', 'x'],
  ]) {
    const { code, stdout, stderr } = here.run(args);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain(
      `The server wrote text to standard output that is not an MCP message: "${line}". The server did not answer within 3 s.`,
    );
    expect(stdout + stderr).toContain('fix: Standard output is for MCP messages only.');
    expect(stdout + stderr).not.toContain('increase its timeout');
    expect(stdout + stderr).not.toContain('canary');
  }
});

it('names it of a server that exits, beside its exit code', () => {
  const here = machineWith({ user: { odd: misbehaving('garbage and dies', { retries: 0 }) } });
  const { code, stdout } = here.run(['test', 'odd']);
  expect(code).toBe(1);
  expect(stdout).toContain(
    'The server exited with code 2. Before that it wrote text to standard output that is not an MCP message: "usage: server [--stdio]"',
  );
});

it('warns of a server that answers all the same', () => {
  const here = machineWith({ user: { odd: misbehaving('garbage'), fine: toolbox() } });
  const warning = 'odd: wrote text to standard output that is not an MCP message: "Welcome!"';
  const tested = here.run(['test']);
  expect(tested.code).toBe(0);
  expect(tested.stdout.split(warning)).toHaveLength(2);
  for (const args of [
    ['tools', 'odd', '--refresh'],
    ['call', 'odd', 'echo'],
  ]) {
    const { code, stderr } = here.run(args);
    expect(code).toBe(0);
    expect(stderr.split(warning)).toHaveLength(2);
  }
  expect(here.ask(['call', 'odd', 'echo']).warnings).toMatchObject([{ code: 'stdout-polluted', server: 'odd' }]);
  expect(here.run(['test', 'fine']).stdout).not.toContain('standard output');
});

it('is the reason that clients of the gateway are given', async () => {
  const here = machineWith({ user: { odd: misbehaving('json logs', { timeout: 3, retries: 0 }) } });
  const gateway = await serving(here);
  await gateway.request('tools/list');
  await expect
    .poll(() => gateway.stderr())
    .toContain('that is not an MCP message: "{"level":"info","msg":"listening"}"');
  await gateway.end();
});
