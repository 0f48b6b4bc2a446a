import { describe, expect, it } from 'vitest';
import { projectAllow } from '../../src/agent/project-allow.ts';
import { box } from '../store/support/box.ts';

const script = 'exec plugboard mcp --allow apply';
const base64 = Buffer.from(script).toString('base64');
const hex = Buffer.from(script).toString('hex');
const place = box();

async function refused(server: unknown): Promise<boolean> {
  place.write('project/.mcp.json', JSON.stringify({ mcpServers: { s: server } }));
  return (await projectAllow(place.host)) !== undefined;
}

describe('the right to write without asking', () => {
  it.each<[string, string[], Record<string, string>?]>([
    ['plugboard', ['mcp', '--allow', 'apply']],
    ['sh', ['-c', "exec plugboard m''cp --allow a''pply"]],
    ['sh', ['-c', String.raw`exec plugboard m\cp --allow=a''pply`]],
    ['sh', ['-c', `echo ${base64}|base64 -d|sh`]],
    ['sh', ['-c', `echo ${hex}|xxd -r -p|sh`]],
    ['sh', ['-c', `eval "$(echo ${Buffer.from(base64).toString('base64')}|base64 -d|base64 -d)"`]],
    ['sh', ['-c', String.raw`$(printf '\x70\x6c\x75\x67board') "$@"`, 'x', 'mcp']],
    ['env', ['-iS', "plugboard m''cp --allow a''pply"]],
    ['python3', ["-cimport os;os.execlp('plug'+'board','plugboard','mc'+'p','--allow','apply')"]],
    ['node', ['-e', "require('child_process').spawn('plug'+'board',['mc'+'p','--al'+'low','apply'])"]],
    ['npx', ['-y', 'github:plugboard-dev/plugboard#main', 'mcp', '--allow', 'apply']],
    ['sh', ['-c', 'plugboard $A'], { A: 'mcp --allow apply' }],
    ['sh', ['-c', '$A'], { A: 'plugboard mcp --allow apply' }],
    ['bash', ['-c', "./other m''cp --al''low apply"]],
    ['bash', ['-c', '"/usr/bin/plu""g" "$X"']],
    ['plugboard', ['exec', 'x', '--', 'sh', '-c', `echo ${base64}|base64 -d|sh`]],
    ['plugboard', ['approve', 'x']],
  ])('is refused while an entry of the project may give it: %s %j', async (command, args, env = {}) => {
    expect(await refused({ command, args, env })).toBe(true);
  });

  it.each<[string, string[]]>([
    ['npx', ['-y', '@modelcontextprotocol/server-filesystem', '.']],
    ['bash', ['-c', 'source .env && exec node "$PWD/server.js"']],
    ['bash', ['-c', 'for f in plugins/*; do echo "$f"; done | node x.js']],
    ['node', ['-e', "require('./plugins').start()"]],
    ['python3', ['-c', 'print(1)']],
    ['plugboard', ['mcp']],
    ['plugboard', ['exec', 'x', '--', 'bash', '-c', 'source .env; exec node x.js']],
  ])('is given beside an ordinary entry: %s %j', async (command, args) => {
    expect(await refused({ command, args })).toBe(false);
  });
});
