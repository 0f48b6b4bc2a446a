import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { askInProcess } from '../../cli/support/in-process.ts';
import { machine } from '../../cli/support/machine.ts';

const file = '.mcp.json';
const entry = (token: string): string =>
  JSON.stringify({ mcpServers: { s: { command: 'x', env: { API_TOKEN: token } } } });

it('a scan of the history says that a shallow clone has only a part of it', async () => {
  const here = machine({ [file]: entry('canary-9x8y7z6w5v4u') });
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=a@b.c', ...args], {
      cwd: here.project,
      stdio: 'pipe',
    });
  git('init', '-q', '.');
  git('add', file);
  git('commit', '-qm', 'one');
  here.write(file, entry('${API_TOKEN}'));
  git('commit', '-qam', 'two');
  const whole = await askInProcess(here, ['secrets', 'scan', '--history']);
  expect(whole).toMatchObject({ code: 6, warnings: [] });
  git('clone', '-q', '--depth', '1', `file://${here.project}`, 'clone');
  const part = await askInProcess({ ...here, project: `${here.project}/clone` }, ['secrets', 'scan', '--history']);
  expect(part).toMatchObject({ code: 0, warnings: [{ code: 'history-shallow' }] });
});
