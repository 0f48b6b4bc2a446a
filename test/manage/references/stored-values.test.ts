import { expect, it } from 'vitest';
import { askInProcess } from '../../cli/support/in-process.ts';
import { machine } from '../../cli/support/machine.ts';

const files = {
  continue:
    'name: me\nversion: 1.0.0\nschema: v1\nmcpServers:\n  - name: api\n    command: npx\n    args: [x]\n    env:\n      API_TOKEN: ${{ secrets.API_TOKEN }}\n',
  goose:
    'extensions:\n  api:\n    enabled: true\n    type: stdio\n    name: api\n    description: ""\n    cmd: npx\n    args: [x]\n    env_keys: [API_TOKEN]\n',
};

const ofGoose =
  process.platform === 'win32' ? '~/.config/Block/goose/config/config.yaml' : '~/.config/goose/config.yaml';

it.each([
  ['continue', '~/.continue/config.yaml'],
  ['goose', ofGoose],
] as const)('tells that a value may be only in the secrets of %s', async (client, file) => {
  const here = machine({ [file]: files[client] });
  const copied = await askInProcess(here, ['copy', 'api', '--from', client, '--to', 'claude-code:user', '--yes']);
  expect(copied).toMatchObject({ ok: true, warnings: [{ code: 'value-in-client-store' }] });
  expect(here.read('~/.claude.json')).toContain('${API_TOKEN}');
  // The client itself finds the value, so nothing is missing there.
  const { issues } = (await askInProcess<{ issues: { code: string; client?: string }[] }>(here, ['doctor'])).data;
  expect(issues.filter((one) => one.code === 'variable-unset' && one.client === client)).toEqual([]);
});

it('says nothing if the variable is set', async () => {
  const here = machine({ [ofGoose]: files.goose });
  const line = ['copy', 'api', '--from', 'goose', '--to', 'claude-code:user', '--dry-run'];
  const withToken = { ...here, env: { ...here.env, API_TOKEN: 'x' } };
  expect((await askInProcess(withToken, line)).warnings).toEqual([]);
});

it('tells it also on an import and a sync, once', async () => {
  const here = machine({ [ofGoose]: files.goose });
  const warning = { code: 'value-in-client-store' };
  expect(await askInProcess(here, ['import', 'goose', '--to', 'catalog:user', '--yes'])).toMatchObject({
    ok: true,
    warnings: [warning],
  });
  await askInProcess(here, [
    'edit',
    'api',
    '--in',
    'catalog:user',
    '--set',
    'targets=["goose:user","claude-code:user"]',
    '--yes',
  ]);
  expect(await askInProcess(here, ['sync', '--yes'])).toMatchObject({ ok: true, warnings: [warning] });
  expect(here.read('~/.claude.json')).toContain('${API_TOKEN}');
  expect((await askInProcess(here, ['sync', '--yes'])).warnings).toEqual([]);
});
