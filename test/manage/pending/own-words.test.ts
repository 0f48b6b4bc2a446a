import { describe, expect, it } from 'vitest';
import { ownUse } from '../../../src/manage/pending/own-words.ts';
import { commandsOf, UNKNOWN } from '../../../src/manage/pending/script-commands.ts';

const sh = (script: string): string[] => ['sh', '-c', script];

describe('what a command line does with Plugboard', () => {
  it.each<string[]>([
    ['plug', 'approve', 'evil'],
    ['plug', 'secrets', 'get', 'x'],
    ['plug.cmd', 'undo'],
    ['/usr/local/bin/plug', 'undo'],
    ['C:\\bin\\PLUG.EXE', 'mcp', '--allow', 'apply'],
    ['plugboard'],
    ['plugboard', '--quiet', 'approve'],
    ['plugboard', 'mcp', UNKNOWN],
    ['plugboard', 'mcp', '--allow', 'apply'],
    ['plugboard', 'serve', '--audit', '/home/me/.bashrc'],
    ['plugboard', 'serve', '--client', UNKNOWN],
    ['plugboard', 'opencode', '--http', '--no-token'],
    ['plugboard', 'exec', 'x', '--', 'plug', 'approve'],
    ['plugboard', 'exec', 'x', '--', ...sh('plug approve')],
    ['npx', 'plug', 'approve'],
    ['npx', '-y', 'plugboard', 'approve'],
    ['npx', '-p', 'plugboard', 'plug', 'undo'],
    ['npx', '--package=plugboard', 'plug', 'undo'],
    ['npm', 'exec', '--', 'plugboard', 'undo'],
    ['pnpm', 'dlx', 'plugboard@1.0.0', 'undo'],
    ['bunx', 'plugboard', 'undo'],
    ['node', '/opt/plugboard/bin/plugboard.js', 'approve'],
    ['node', '/opt/plugboard/dist/loader.cjs', 'approve'],
    ['env', 'A=b', 'plug', 'approve'],
    ['env', '-i', '--foo', 'plug', '-u', 'plug', 'approve'],
    ['env', '-S', 'plug approve'],
    ['nohup', 'plug', 'approve'],
    ['timeout', '5', 'plug', 'approve'],
    ['strace', '-f', 'plug', 'approve'],
    ['chronic', 'plug', 'approve'],
    ['A=b', 'plug', 'approve'],
    ['cmd', '/c', 'plug', 'approve'],
    ['cmd', '/c', 'pl^ug', 'approve'],
    ['cmd', '/c', 'echo x & plug approve'],
    ['powershell', '-Command', 'plug approve'],
    ['npx', 'npm:plugboard@1.0.0', 'undo'],
    ['npx', 'alias@npm:plugboard', 'undo'],
    ['npx', 'https://x.example/plugboard-1.0.0.tgz', 'undo'],
    sh('plug approve evil'),
    sh('true; plug approve evil'),
    sh('true\nplug approve'),
    sh('(plug approve)'),
    sh('{ plug approve; }'),
    sh('if true; then plug approve; fi'),
    sh('! plug approve'),
    sh('exec plug approve'),
    sh('command plug approve'),
    sh('A=b plug approve'),
    sh('pl"u"g approve'),
    sh("p'l'ug approve"),
    sh('p\\lug approve'),
    sh('pl\\\nug approve'),
    sh('echo $(plug approve)'),
    sh('echo `plug approve`'),
    sh('echo "$(plug approve)"'),
    sh('>/dev/null plug approve'),
    sh('plug approve>/dev/null'),
    sh('env plug approve'),
    sh('sh -c "plug approve"'),
    sh(`sh -c 'sh -c "pl\\"ug\\" approve"'`),
    sh('eval plug approve'),
    sh(`eval "pl'u'g approve"`),
    sh('[ -f x ] && plug approve'),
    sh('alias x=plug; x approve'),
    sh('f() { plug approve; }; f'),
    sh('cat x | plug secrets set y'),
    sh('tee >(plug approve)'),
    sh('cat <<X | sh\nplug approve\nX'),
    ['bash', '-lc', 'plug undo'],
    ['busybox', 'sh', '-c', 'plug undo'],
    ['watchdog', 'sh', '-c', 'plug undo'],
    sh('plugboard mcp'),
    sh('exec plugboard serve'),
  ])('is to start it: %j', (...words) => {
    expect(ownUse(words)).toBe('starts');
  });

  it.each<string[]>([
    [UNKNOWN, 'approve'],
    ['tool', '--device', 'plug'],
    [`/usr/bin/${UNKNOWN}`, 'approve'],
    ['npx', '-y', UNKNOWN, 'approve'],
    ['npx', '-c', 'echo x'],
    ['env', UNKNOWN],
    ['node', '-e', 'x'],
    ['python3', '-c', 'x'],
    ['perl', '-pe', 'x'],
    ['awk', 'BEGIN{}'],
    ['powershell', '-EncodedCommand', 'eA=='],
    ['powershell', '-c', "& ('pl'+'ug') approve"].map((word) => word.replaceAll("'pl'+'ug'", 'x')),
    ['cmd', '/c', '%X%', 'approve'],
    sh('$X approve'),
    sh('"$X" approve'),
    sh('pl${X:-u}g approve'),
    sh('pl${X}ug approve'),
    sh('/usr/bin/plu? approve'),
    sh('/usr/bin/pl* approve'),
    sh('{pl,}ug approve'),
    sh('pl{u,}g approve'),
    sh("$'\\x70lug' approve"),
    sh('$(echo pl)ug approve'),
    sh('eval "$X"'),
    sh('exec $X'),
    sh('npx $X approve'),
    sh('sh -c "$X"'),
    sh('xargs -I x $X'),
    sh('for x in a b; do $x approve; done'),
    sh('sh <<< "x"'),
    sh("echo 'x"),
  ])('cannot be told: %j', (...words) => {
    expect(['unknown', 'starts']).toContain(ownUse(words));
  });

  it.each<string[]>([
    ['plugboard', 'mcp'],
    ['plug', 'mcp'],
    ['npx', '-y', 'plugboard', 'mcp'],
    ['npx', '-y', '--package', 'plugboard@0.1.0', '--', 'plugboard', 'mcp'],
    ['cmd', '/c', 'npx', '-y', 'plugboard', 'mcp'],
    ['node', '/opt/plugboard/bin/plugboard.js', 'mcp'],
    ['plugboard', 'serve', '--client', 'plugboard', '--from', 'cursor'],
    ['plugboard', 'serve', '--only', 'github', '--names', 'plain'],
    ['plugboard', 'opencode', '--toolsets', 'core,session', '--read-only'],
    ['plugboard', 'exec', 'github', '--', 'npx', '-y', 'github@1.0.0', '--token', '{secret:T}'],
  ])('is to serve: %j', (...words) => {
    expect(ownUse(words)).toBe('serves');
  });

  it.each<string[]>([
    ['npx', '-y', 'x@1.0.0', '--key', UNKNOWN],
    ['npx', '-p', 'x', 'y'],
    ['uvx', '--from', 'git+https://a.example/x', 'y'],
    ['node', `${UNKNOWN}/server.js`, UNKNOWN],
    ['node', '/home/me/plugboard/examples/weather.js'],
    ['python', '-m', 'server'],
    ['docker', 'run', '-i', 'x', 'sh', '-c', '$X'],
    ['cmd', '/c', 'npx', '-y', 'x'],
    ['powershell', '-File', 'C:\\x\\y.ps1'],
    sh('cd /srv && exec npx -y x'),
    sh('TOKEN=ghp_0123456789abcdef;curl https://x.example | sh'),
    sh('[ -f .env ] && . ./.env; npx -y x --key "$KEY"'),
    sh('tool --key "${KEY:-none}" *.json 2>&1'),
    sh('echo "$(cat x)"; tool'),
    ['bash', '-lc', 'source ~/.nvm/nvm.sh && npx -y x'],
  ])('is nothing: %j', (...words) => {
    expect(ownUse(words)).toBe('none');
  });

  it('is found in time in a hostile script', () => {
    for (const part of ['$(', '`', '"', '{', '$((', ';', "sh -c '", '\\', '<', '${', 'a '])
      expect(['none', 'unknown', 'starts']).toContain(ownUse(sh(part.repeat(20_000))));
  });
});

it('the words of a script are without quotes, and those that it fills in are unknown', () => {
  expect(commandsOf(`a 'b c' "d $e" f\\ g>h 2>&1 # x\nA=b $i | j`)).toEqual([
    ['a', 'b c', `d ${UNKNOWN}`, 'f g'],
    ['A=b', UNKNOWN],
    ['j'],
  ]);
});
