import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { launcherLine } from '../../../src/model/launcher/launcher-entry.ts';
import { giveSecrets, launcherGrant, launcherKey } from '../../../src/store/vault/grants.ts';
import { judgeStart } from '../../../src/store/vault/judge-start.ts';
import { readVaultIndex } from '../../../src/store/vault/vault-index.ts';
import { program } from '../support/machine.ts';
import { box, exec, give, own } from './support/box.ts';

const node = process.execPath;

it('starts the same line only with the programs, variables and directory that it was given its secrets for', async () => {
  const here = await box();
  const { at } = here;
  await give(here, ['tool']);
  await give(here, ['npx', '-y', 'acme']);
  const evilPath = { PATH: `${at('evil')}:${here.env['PATH']}` };
  const attempts: [words: string[], env: Record<string, string>, cwd: string][] = [
    [['tool'], evilPath, at('empty')],
    [['tool'], { PATH: `:${here.env['PATH']}` }, at('evil')],
    [['tool'], { LD_PRELOAD: at('evil/x.so') }, at('empty')],
    [['npx', '-y', 'acme'], { NODE_OPTIONS: `--require=${at('evil/load.js')}` }, at('empty')],
    [['npx', '-y', 'acme'], { npm_config_registry: 'https://evil.test' }, at('empty')],
    [['npx', '-y', 'acme'], { VOLTA_HOME: at('empty/volta') }, at('empty')],
    [['npx', '-y', 'acme'], {}, at('project')],
    [['npx', '-y', 'acme'], {}, at('settings')],
  ];
  for (const [words, env, cwd] of attempts) {
    const { status, out, errors } = exec(here, words, env, cwd);
    // What Node loads into our own process has run, without the secret.
    expect({ words, env, status, out: out.replace(/^EVIL \{secret:TOKEN\}\n$/, '') }).toEqual({
      words,
      env,
      status: 126,
      out: '',
    });
    expect(errors).toContain('plugboard secrets allow github');
    expect(errors).not.toContain('canary');
  }
  expect(exec(here, ['tool'], {}, at('project')).out).toContain('good canary');
  // Each session of a person has others of these.
  const session = {
    PWD: at('project'),
    SSH_AUTH_SOCK: '/run/user/1/agent.7',
    XDG_RUNTIME_DIR: '/run/user/1',
    TMPDIR: at('x'),
  };
  const more = { EDITOR: 'vim', FNM_MULTISHELL_PATH: '/run/user/1/fnm_multishells/7', PS1: '> ' };
  expect(exec(here, ['npx', '-y', 'acme'], { ...session, ...more }, at('empty')).out).toContain('good canary');
  const harmless = { NODE_OPTIONS: '--max-old-space-size=4096 --no-warnings', npm_config_user_agent: 'npm/11' };
  expect(exec(here, ['npx', '-y', 'acme'], harmless, at('empty')).out).toContain('good canary');
});

it('names one command that allows a refused start, and that command is enough', async () => {
  const here = await box();
  const words = ['npx', '-y', 'acme'];
  await give(here, words);
  const more = { NODE_OPTIONS: '--experimental-vm-modules' };
  const allow = (): number | null =>
    spawnSync(node, [program, 'secrets', 'allow', 'github', '--yes'], { cwd: here.at('empty'), env: here.env }).status;
  expect(exec(here, words, more, here.at('empty')).errors).toContain('secrets allow github');
  expect(allow()).toBe(0);
  expect(exec(here, words, more, here.at('empty')).out).toContain('good canary');
  // Another value is another start, and so is that value in a place that decides.
  expect(exec(here, words, { NODE_OPTIONS: '--trace-warnings' }, here.at('empty')).status).toBe(126);
  expect(exec(here, words, more, here.at('settings')).status).toBe(126);
});

it('keeps grants of earlier versions for programs of the system, and asks for others', async () => {
  const here = await box();
  for (const words of [['sh', '-c', 'echo "good $X"'], ['tool']]) {
    const line = launcherLine('github', words, own);
    await giveSecrets(here.host, [{ key: launcherKey(line), server: 'github', secrets: ['TOKEN'] }]);
  }
  expect(exec(here, ['sh', '-c', 'echo "good $X"'], {}, here.at('empty')).out).toContain('good canary');
  expect(exec(here, ['sh', '-c', 'echo "good $X"'], { BASH_ENV: '/x' }, here.at('empty')).status).toBe(126);
  expect(exec(here, ['tool'], {}, here.at('empty')).errors).toContain('secrets allow github');
  const allow = (...more: string[]): string =>
    String(
      spawnSync(node, [program, 'secrets', 'allow', 'github', ...more], { cwd: here.at('empty'), env: here.env })
        .stderr,
    );
  // Two starts were refused, so that one has to be chosen.
  const id = /([0-9a-f]{8}) .*\n +runs +tool\n/.exec(allow('--yes'))?.[1] ?? '';
  allow(id, '--yes');
  expect(exec(here, ['tool'], {}, here.at('empty')).out).toContain('good canary');
});

it('takes a variable of a line only with the value that it had, and a folder only where it is data', async () => {
  const here = await box();
  const { host, at } = here;
  const tools = { ...host, env: { ...host.env, TOOLS: at('tools') } };
  await give(here, ['node', '${TOOLS}/srv.js'], { env: tools.env });
  await give(here, ['sh', '-c', 'cd ${workspaceFolder}; echo "good $X"']);
  await give(here, ['tool', '--root', '${workspaceFolder}']);
  await give(here, ['node', '${workspaceFolder}/srv.js']);
  await give(here, ['tool', 'run', '${workspaceFolder}/srv.js']);
  await give(here, ['npx', '-y', 'vite-node', '${workspaceFolder}/srv.js']);
  expect(exec(here, ['node', at('tools/srv.js')], { TOOLS: at('tools') }, at('empty')).out).toContain('good canary');
  expect(exec(here, ['tool', '--root', at('project')], {}, at('empty')).out).toContain('good canary');
  const refused: [string[], Record<string, string>][] = [
    [['node', at('evil/srv.js')], { TOOLS: at('evil') }],
    [['node', at('evil/srv.js')], { TOOLS: at('tools') }],
    [['sh', '-c', `cd ${at('folder; echo EVIL #')}; echo "good $X"`], {}],
    [['tool', '--root', 'relative'], {}],
    [['node', at('modules/srv.js')], {}],
    [['tool', 'run', at('modules/srv.js')], {}],
    [['npx', '-y', 'vite-node', at('modules/srv.js')], {}],
  ];
  for (const [words, env] of refused) {
    const { status, out } = exec(here, words, env, at('empty'));
    expect({ words, status, out }).toEqual({ words, status: 126, out: '' });
  }
});

it('delivers a secret only to the code that it was given to, whatever surrounds the line (generated)', async () => {
  const here = await box();
  const { at, host } = here;
  const lines = [
    ['tool'],
    ['tool', 'a b', '--x=y'],
    ['npx', '-y', 'acme'],
    ['node', at('tools/srv.js')],
    ['node', 'srv.js'],
    ['sh', '-c', 'tool; npx -y acme'],
    ['env', 'A=1', 'tool'],
    [at('tools/tool')],
    ['./tool'],
    ['wrapper'],
    [at('tools/wrapper')],
  ];
  const granted = { ...host, cwd: at('tools') };
  await giveSecrets(
    granted,
    lines.map((words) => launcherGrant(launcherLine('github', words, own))),
  );
  const index = await readVaultIndex(host);
  const bad = at('evil');
  const paths = [
    here.env['PATH'] ?? '',
    `${bad}:${here.env['PATH']}`,
    `${here.env['PATH']}:${bad}`,
    `:${here.env['PATH']}`,
    `.:${here.env['PATH']}`,
    `/nowhere:${here.env['PATH']}:/usr/local/bin`,
    `${at('tools/../evil')}:${here.env['PATH']}`,
    `/usr/bin:/bin:${bad}:${at('tools')}`,
    `/usr/bin:/bin:${at('tools')}`,
  ];
  const variables: Record<string, string>[] = [
    {},
    { NODE_OPTIONS: `--require=${at('evil/load.js')}` },
    { NODE_OPTIONS: `--max-old-space-size=99 --require ${at('evil/load.js')}` },
    { NODE_OPTIONS: '--max-old-space-size=256' },
    { NODE_PATH: bad },
    { BASH_ENV: at('evil/sh') },
    { ENV: at('evil/sh') },
    { LD_LIBRARY_PATH: bad },
    { npm_config_script_shell: at('evil/sh') },
    { UV_INDEX_URL: 'https://evil.test' },
    { PYTHONSTARTUP: at('evil/x.py') },
    { PYTHONUNBUFFERED: '1' },
    { LANG: 'C', TERM: 'dumb', EDITOR: 'vi' },
    { XDG_CONFIG_HOME: at('home/.config') },
    { XDG_CONFIG_HOME: bad },
  ];
  const cwds = ['tools', 'empty', 'evil', 'project', 'settings', 'modules'].map((one) => at(one));
  const homes = [at('home'), at('home'), bad];
  let delivered = 0;
  let refused = 0;
  const one = fc.record({
    words: fc.constantFrom(...lines),
    PATH: fc.constantFrom(...paths),
    more: fc.constantFrom(...variables),
    cwd: fc.constantFrom(...cwds),
    home: fc.constantFrom(...homes),
  });
  fc.assert(
    fc.property(one, ({ words, PATH, more, cwd, home }) => {
      const env = { ...here.env, ...more, PATH, HOME: home };
      const line = launcherLine('github', words, { ...env, ...own });
      const judged = judgeStart(index, { line }, { ...host, env, cwd, home });
      const isSame = PATH === paths[0] && home === homes[0] && cwd === cwds[0] && Object.keys(more).length === 0;
      if ('withheld' in judged) {
        expect({ words, isSame, differs: judged.withheld.differs.length > 0 }).toEqual({
          words,
          isSame: false,
          differs: true,
        });
        refused += 1;
        return;
      }
      delivered += 1;
      const [command = '', ...args] = words;
      const { stdout, stderr } = spawnSync(command, args, {
        cwd,
        env: { ...judged.env, X: 'canary' },
        encoding: 'utf8',
      });
      expect({ words, env, cwd, out: `${stdout}${stderr}` }).not.toMatchObject({
        out: expect.stringContaining('EVIL'),
      });
    }),
    { numRuns: 1500, seed: 46 },
  );
  expect(delivered).toBeGreaterThan(60);
  expect(refused).toBeGreaterThan(300);
});
