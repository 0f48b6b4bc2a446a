import { expect, it } from 'vitest';
import { machineWith, misbehaving } from './support/servers.ts';

/** A login without a scheme, in variables whose name does not say that they hold a secret. */
const env = {
  STORE_URL: 'bob:Canary1x@tcp(h:3306)/d',
  STORE_URI: 'Server=h;Password=Canary1x;Encrypt=true',
  STORE_HOST: 'scott/Canary1x@//h:1521/x',
};
const words = Object.keys(env).map((name) => `\${${name}}`);

it('shows no password of the own variables that a project refers to, before and after approval', () => {
  const { command = '', args = [] } = misbehaving('dies at start');
  const here = machineWith({
    project: { theirs: { command, args: [...args, ...words], env: { URL: '${STORE_URL}' } } },
  });
  const [{ fingerprint }] = here.ask(['approve'], { env }).data.pending;
  for (const line of [
    ['approve'],
    ['test'],
    ['approve', fingerprint],
    ['test', 'theirs'],
    ['approve', '--json'],
    ['test', '--json'],
  ]) {
    const { stdout, stderr } = here.run(line, { env });
    expect(stdout + stderr).not.toContain('Canary1x');
  }
});

it('shows no password of the own definitions', () => {
  const { command = '', args = [] } = misbehaving('dies at start');
  const user = Object.fromEntries(
    Object.values(env).map((login, at) => [
      `own${at}`,
      { command, args: [...args, login, '-u', 'bob:Canary1x Canary2x'] },
    ]),
  );
  const here = machineWith({ user });
  for (const line of [
    ['approve', 'own0'],
    ['test'],
    ['list'],
    ['get', 'own0'],
    ['get', 'own1'],
    ['get', 'own2'],
    ['doctor'],
    ['logs'],
    ['export', '--no-secrets', '--from', 'cursor'],
    ['disable', 'own0', '--in', 'cursor', '--dry-run'],
    ['disable', 'own2', '--in', 'cursor'],
    ['history'],
    ['doctor', '--json'],
    ['undo', '--dry-run'],
  ]) {
    const { stdout, stderr } = here.run(line);
    expect(`${line.join(' ')} ${stdout}${stderr}`).not.toMatch(/Canary/);
  }
  here.remove('~/.cursor/mcp.json');
  for (const line of [
    ['doctor'],
    ['doctor', '--json'],
    ['doctor', '--sarif'],
    ['doctor', '--fix', '--dry-run', '--json'],
  ]) {
    const { stdout, stderr } = here.run(line);
    expect(stdout + stderr).toContain(line.includes('--fix') ? '' : 'ledger-stale');
    expect(stdout + stderr).not.toMatch(/Canary/);
  }
});
