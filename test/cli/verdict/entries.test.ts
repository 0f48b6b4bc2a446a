import { describe, expect, it } from 'vitest';
import { loadAllMCPConfigs } from '../../../src/discovery/load-mcp-configs.ts';
import { askInProcess } from '../support/in-process.ts';
import { catalog, machine } from '../support/machine.ts';
import { hostOf, pageAnswer } from '../support/page-answers.ts';

const node = process.execPath;
const url = 'https://x.example/mcp';

/** Entries in the words of most clients, and the errors in them. */
const entries: Readonly<Record<string, readonly [entry: Record<string, unknown>, errors: readonly string[]]>> = {
  'a sound server': [{ command: node }, []],
  'a sound address': [{ type: 'http', url }, []],
  'an unknown transport': [{ type: 'ws2', url }, ['unknown-transport']],
  'a transport that is a number': [{ type: 5, url }, ['unknown-transport']],
  'a command beside an address': [{ type: 'stdio', command: node, url }, ['command-and-url']],
  'neither of them': [{ args: ['x'] }, ['command-missing']],
  'a description that is a number': [{ command: node, description: 5 }, ['wrong-type']],
  'variables that are numbers': [{ command: node, env: { A: 1 } }, ['wrong-type']],
  'variables in a list': [{ command: node, env: ['A=1'] }, ['wrong-type']],
  'arguments in a text': [{ command: node, args: '-y x' }, ['wrong-type']],
  'an argument that is a number': [{ command: node, args: ['-p', 80] }, ['wrong-type']],
  'a command in a list': [{ command: [node, '-y'] }, ['wrong-type']],
  'an empty command': [{ command: '' }, ['command-empty']],
  'an address that is not one of the web': [{ type: 'http', url: 'ftp://x.example' }, ['url-invalid']],
  'an address that is a number': [{ type: 'http', url: 7 }, ['wrong-type']],
  'headers that are numbers': [{ type: 'http', url, headers: { A: 1 } }, ['wrong-type']],
};

interface Row {
  readonly what: string;
  readonly file: string;
  readonly text: string;
  readonly name: string;
  readonly errors: readonly string[];
  /** Another client would take it. */
  readonly isOnlyHere?: boolean;
}

const inJson = (file: string, at: string) =>
  Object.entries(entries).map(([what, [entry, errors]]): Row => {
    return { what, file, name: 's', text: JSON.stringify({ [at]: { s: entry } }), errors };
  });

const one = (file: string, what: string, entry: unknown, errors: string[], more: Partial<Row> = {}): Row => ({
  what,
  file,
  name: 's',
  text: JSON.stringify({ mcpServers: { s: entry } }),
  errors,
  isOnlyHere: true,
  ...more,
});

const cline = '~/.cline/data/settings/cline_mcp_settings.json';
const openCode = '~/.config/opencode/opencode.json';
const inOpenCode = (entry: unknown): Partial<Row> => ({ text: JSON.stringify({ mcp: { s: entry } }) });
const codex = '~/.codex/config.toml';
const toml = (...lines: string[]): Partial<Row> => ({ text: `[mcp_servers.s]\n${lines.join('\n')}\n` });

/** What single clients refuse. */
const byClient: readonly Row[] = [
  one('.mcp.json', 'a type under another key', { url, transport: 'sse' }, ['type-missing']),
  one('.mcp.json', 'an address without a type', { url }, ['type-missing']),
  one('.mcp.json', 'a timeout that is no whole number', { command: node, timeout: 1.5 }, ['number-refused']),
  one('.mcp.json', 'a word of another client', { type: 'local', command: node }, ['unknown-transport']),
  one('.mcp.json', 'a title that is a number', { command: node, displayName: 5 }, ['wrong-type']),
  one('mcp.json', 'an address without a type', { url }, []),
  one('~/.claude.json', 'a type under another key', { url, transport: 'sse' }, ['type-missing']),
  one('~/.cursor/mcp.json', 'an address without a type', { url }, []),
  one(cline, 'a word of another client', { type: 'http', url }, ['type-rejected']),
  one(cline, 'a timeout below its least', { command: node, timeout: 0.5 }, ['number-refused']),
  one(openCode, 'a word of another client', {}, ['type-rejected'], inOpenCode({ type: 'http', url })),
  one(openCode, 'a command in a text', {}, ['wrong-type'], inOpenCode({ type: 'local', command: node })),
  one(openCode, 'no type', {}, ['type-missing'], inOpenCode({ command: [node] })),
  one(codex, 'headers beside a command', {}, ['keys-exclude'], toml(`command = "${node}"`, 'http_headers = {}')),
  one(codex, 'a sound server', {}, [], toml(`command = "${node}"`)),
  one('~/.config/Claude/claude_desktop_config.json', 'an address', { url }, ['transport-unsupported']),
];

const rows: readonly Row[] = [
  ...inJson('.mcp.json', 'mcpServers'),
  ...inJson('~/.cursor/mcp.json', 'mcpServers'),
  ...inJson('~/.codeium/windsurf/mcp_config.json', 'mcpServers').filter(({ text }) => !/"type"/.test(text)),
  ...inJson(catalog, 'servers'),
  ...byClient,
];

interface Said {
  readonly state?: unknown;
  readonly codes: readonly string[];
}

type Issue = { readonly code: string; readonly severity?: string; readonly file?: unknown };

describe('an entry is refused by every command, or by none', () => {
  it.each(rows)('$what in $file', async ({ file, text, name, errors, isOnlyHere }) => {
    const here = machine({ [file]: text });
    const ask = async (...line: string[]) => askInProcess(here, line);
    const isBad = errors.length > 0;
    const ofErrors = (issues: readonly Issue[] = []): string[] => [
      ...new Set(issues.filter(({ severity }) => severity !== 'warning').map(({ code }) => code)),
    ];
    const validated = await ask('validate', here.path(file));
    expect([validated.code, ofErrors(validated.errors)]).toEqual([isBad ? 3 : 0, errors]);

    const said: Record<string, Said> = {};
    const doctor = await ask('doctor');
    const issues = (doctor.data.issues as Issue[]).filter(({ severity }) => severity === 'error');
    said['doctor'] = { codes: ofErrors(issues) };
    const listed = await ask('list');
    said['list'] = { state: unusable(listed.data.servers), codes: ofErrors(listed.warnings) };
    const got = await ask('get', name);
    said['get'] = {
      state: unusable(got.data.definitions),
      codes: ofErrors(got.data.definitions.flatMap((definition: { issues: Issue[] }) => definition.issues)),
    };
    const status = await ask('status');
    said['status'] = { state: unusable(status.data.servers), codes: ofErrors(status.warnings) };
    const { errors: found, configs } = await loadAllMCPConfigs({ host: hostOf(here) });
    said['discovery'] = { state: !Object.hasOwn(configs, name), codes: ofErrors(found) };
    const page = await pageAnswer(here);
    said['page'] = { state: page.servers[0]?.status.name === 'failed', codes: ofErrors(page.issues) };
    const wanted = { state: isBad, codes: errors };
    expect(said).toEqual({
      doctor: { codes: errors },
      ...Object.fromEntries(['list', 'get', 'status', 'discovery', 'page'].map((part) => [part, wanted])),
    });

    // What would use the server: it says why not, and where.
    const from = got.data.definitions[0];
    const copy = ['copy', name, '--from', `${from.client}:${from.scope}`, '--to', 'zed', '--dry-run'];
    const using = [
      ['test', name],
      ['tools', name],
      ['approve', name],
      ['call', name, 'x'],
    ];
    // What only its own client refuses can be translated for another.
    for (const line of isOnlyHere ? using : [...using, copy]) {
      const { code, errors: failures } = isBad ? await ask(...line) : { code: 3, errors: [{ code: 'server-invalid' }] };
      expect([line, code, failures[0]?.code]).toEqual([line, 3, 'server-invalid']);
    }
    if (file === catalog) return;
    const imported = await ask('import', '--dry-run');
    const written = JSON.stringify(imported.data?.changes ?? []).includes(`"${name}`);
    expect([written, imported.code === 0]).toEqual([!isBad, !isBad]);
  });
});

/** Whether every row of a table is about a definition that cannot be used. */
function unusable(servers: readonly { state: string }[]): boolean {
  return servers.length > 0 && servers.every(({ state }) => state === 'unusable');
}
