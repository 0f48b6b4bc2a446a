import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { IssuesAnswer, ServersAnswer } from '../../../src/api/contract/servers.ts';
import { validateFile } from '../../../src/cli/input/validate-file.ts';
import { loadAllMCPConfigs } from '../../../src/discovery/load-mcp-configs.ts';
import { examine } from '../../../src/doctor/examine.ts';
import { serversHere } from '../../../src/live/servers-here.ts';
import { listServers } from '../../../src/manage/list-servers.ts';
import { type Diagnostic, isError } from '../../../src/model/diagnostics/diagnostic.ts';
import type { Host } from '../../../src/model/host.ts';
import { setFromText } from '../../../src/sets/read-set.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { startApi } from '../../api/support/api.ts';

/** A program that is there, so that the doctor has nothing to say about it. */
const node = JSON.stringify(process.execPath);
const sound = `{"command":${node}}`;

/** What is wrong with an entry or a document, in the words of most clients. Each text is put where servers stand. */
const oddEntries: Readonly<Record<string, readonly [servers: string, errors: readonly string[]]>> = {
  'no servers': ['{}', []],
  'a sound server': [`{"s":${sound}}`, []],
  'a name with a space': [`{"my server":${sound}}`, []],
  'an empty name': [`{"":${sound}}`, ['name-empty']],
  'a command beside an address': [
    `{"s":{"type":"http","command":${node},"url":"https://x.example"}}`,
    ['command-and-url'],
  ],
  'neither command nor address': ['{"s":{}}', ['command-missing']],
  'an empty command': ['{"s":{"command":""}}', ['command-empty']],
  'an address that is none': ['{"s":{"type":"http","url":"nowhere"}}', ['url-invalid']],
  'a description that is a number': [`{"s":{"command":${node},"description":5}}`, ['wrong-type']],
  'arguments that are a text': [`{"s":{"command":${node},"args":"x"}}`, ['wrong-type']],
  'an environment of numbers': [`{"s":{"command":${node},"env":{"A":1}}}`, ['wrong-type']],
  'a server that is a text': [`{"s":"npx"}`, ['wrong-type']],
  'a server that is nothing': [`{"s":null}`, ['wrong-type']],
  'servers in a list': [`[${sound}]`, ['wrong-type']],
  'servers that are a text': ['"none"', ['wrong-type']],
  'servers that are nothing': ['null', ['wrong-type']],
  'an unknown type': [`{"s":{"type":"pigeon","url":"https://x.example"}}`, ['unknown-transport']],
};

interface OddFile {
  readonly file: string;
  readonly text: string;
  /** In any order. */
  readonly errors: readonly string[];
}

const wholeFiles: readonly (readonly [string, OddFile])[] = [
  ['an empty .mcp.json', { file: './.mcp.json', text: '', errors: ['syntax'] }],
  ['a list in .mcp.json', { file: './.mcp.json', text: '[]', errors: ['wrong-type'] }],
  ['a cut off .mcp.json', { file: './.mcp.json', text: '{"mcpServers": {', errors: ['syntax', 'syntax'] }],
  ['an empty file of a client with comments', { file: './.vscode/mcp.json', text: '', errors: ['syntax'] }],
  ['an empty catalog', { file: '~/.config/plugboard/plugboard.json', text: '', errors: ['syntax'] }],
  [
    'a repeated name beside other errors',
    {
      file: '~/.cursor/mcp.json',
      text: `{"mcpServers":{"d":${sound},"d":${sound},"":${sound},"w":{"type":"ws","url":"https://x.example"}}}`,
      errors: ['duplicate-key', 'name-empty', 'unknown-transport'],
    },
  ],
  ['an empty TOML file', { file: '~/.codex/config.toml', text: '', errors: [] }],
  ['a cut off TOML file', { file: '~/.codex/config.toml', text: '[mcp_servers.x\n', errors: ['syntax'] }],
  [
    'TOML with both',
    {
      file: '~/.codex/config.toml',
      text: `[mcp_servers.x]\ncommand = ${node}\nurl = "https://x.example"\n`,
      errors: ['command-and-url'],
    },
  ],
  [
    'TOML with an empty name',
    {
      file: '~/.codex/config.toml',
      text: `[mcp_servers.""]\ncommand = ${node}\n`,
      errors: ['name-empty'],
    },
  ],
  [
    'TOML servers that are a number',
    { file: '~/.codex/config.toml', text: 'mcp_servers = 1\n', errors: ['wrong-type'] },
  ],
  ['an empty YAML file', { file: '~/.continue/config.yaml', text: '', errors: [] }],
  ['YAML with an empty section', { file: '~/.continue/config.yaml', text: 'mcpServers:\n', errors: [] }],
  [
    'YAML without a name',
    { file: '~/.continue/config.yaml', text: `mcpServers:\n  - command: ${node}\n`, errors: ['wrong-type'] },
  ],
  [
    'YAML with both',
    {
      file: '~/.continue/config.yaml',
      text: `name: me\nversion: 1.0.0\nmcpServers:\n  - name: x\n    command: ${node}\n    url: https://x.example\n`,
      errors: ['command-and-url'],
    },
  ],
  [
    'YAML servers in a map',
    { file: '~/.continue/config.yaml', text: `mcpServers:\n  x:\n    command: ${node}\n`, errors: ['wrong-type'] },
  ],
  [
    'a type under another key',
    {
      file: './.mcp.json',
      text: '{"mcpServers":{"s":{"url":"https://x.example","transport":"sse"}}}',
      errors: ['type-missing'],
    },
  ],
  [
    'a word of another client',
    {
      file: '~/.cline/data/settings/cline_mcp_settings.json',
      text: '{"mcpServers":{"s":{"type":"http","url":"https://x.example"}}}',
      errors: ['type-rejected'],
    },
  ],
];

const inFiles: Readonly<Record<string, (servers: string) => string>> = {
  './.mcp.json': (servers) => `{"mcpServers":${servers}}`,
  '~/.cursor/mcp.json': (servers) => `{"mcpServers":${servers}}`,
  '~/.config/plugboard/plugboard.json': (servers) => `{"servers":${servers}}`,
  './.vscode/mcp.json': (servers) => `// note\n{"servers":${servers},}`,
};

const cases: (readonly [string, OddFile])[] = [
  ...wholeFiles,
  ...Object.entries(inFiles).flatMap(([file, text]) =>
    Object.entries(oddEntries).map(
      ([what, [servers, errors]]) => [`${what} in ${file}`, { file, text: text(servers), errors }] as const,
    ),
  ),
];

describe('everybody who is asked about a file gives the same answer', () => {
  it.each(cases)('%s', async (_, odd) => {
    const { host, path } = place(odd);
    const of = (issues: readonly Diagnostic[]): string[] =>
      issues
        .filter((one) => isError(one) && (one.file === path || one.file === undefined))
        .map(keyOf)
        .toSorted();
    const validated = of((await validateFile(host, path)).issues);
    const codes = validated.map((key) => key.split(' ')[0]);
    expect(codes).toEqual(odd.errors.toSorted());
    const each = [...new Set(validated)];
    expect([...new Set(of((await examine(host)).issues))]).toEqual(each);

    const { servers, unread: missing, issues } = await listServers(host);
    expect([...new Set(of(issues))]).toEqual(each);
    const loaded = await loadAllMCPConfigs({ host });
    expect([...new Set(of(loaded.errors))]).toEqual(each);

    const here = await serversHere(host);
    const unusable = here.unusable.map(({ name }) => name);
    expect(servers.filter(({ state }) => state === 'unusable').map(({ name }) => name)).toEqual(unusable);
    const told = of([...here.unusable.flatMap(({ errors }) => errors), ...here.unread]);
    // Such a file is read all the same: the last of two equal keys counts.
    expect([...new Set(told)]).toEqual(each.filter((key) => !key.startsWith('duplicate-key')));
    expect(missing).toEqual(here.unread);
  });

  it.each(Object.entries(oddEntries))('a config set with %s', async (what, [servers, errors]) => {
    const text = `{"mcpServers":${servers}}`;
    const { host, path } = place({ file: '~/.claude/mcp-configs/work.json', text });
    const found = (await validateFile(host, path)).issues.filter(isError).map(({ code }) => code);
    expect(found).toEqual(errors);
    expect([what, setFromText(path, text).error === undefined]).toEqual([what, errors.length === 0]);
  });

  it.each(['{"description":5}', '', '[]', '{"mcpServers":{},}'])('a config set that is %j', async (text) => {
    const { host, path } = place({ file: '~/.claude/mcp-configs/work.json', text });
    expect((await validateFile(host, path)).issues.some(isError)).toBe(true);
    expect(setFromText(path, text).error).toEqual(expect.any(String));
  });

  it('the page', async () => {
    const texts = Object.entries(oddEntries).filter(([, [servers]]) => servers.startsWith('{"s":{'));
    for (const [what, [servers, errors]] of texts) {
      const api = await startApi({ files: { '.cursor/mcp.json': `{"mcpServers":${servers}}` } });
      const answer = (await api.ask('/api/servers')).json() as ServersAnswer;
      const issues = (await api.ask('/api/issues')).json() as IssuesAnswer;
      const found = issues.filter(({ severity }) => severity === 'error').map(({ code }) => code);
      expect([what, found]).toEqual([what, errors]);
      const failed = answer.servers.filter(({ status }) => status.name === 'failed').map(({ name }) => name);
      expect([what, failed]).toEqual([what, errors.length === 0 ? [] : ['s']]);
    }
  });
});

function keyOf({ code, path = [] }: Diagnostic): string {
  return `${code} ${path.join('.')}`;
}

function place({ file, text }: Pick<OddFile, 'file' | 'text'>): { host: Host; path: string } {
  const root = realpathSync(mkdtempSync(join(homedir(), 'answer-')));
  const [home, cwd] = [join(root, 'home'), join(root, 'project')];
  for (const directory of [home, cwd]) mkdirSync(directory);
  const path = file.startsWith('~/') ? join(home, file.slice(2)) : join(cwd, file.slice(2));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return { host: { ...nodeHost(), home, cwd, env: {}, platform: 'linux' }, path };
}
