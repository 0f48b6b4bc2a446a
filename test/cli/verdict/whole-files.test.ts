import { describe, expect, it } from 'vitest';
import { commandTable } from '../../../src/cli/program/command-table.ts';
import { pathsOf } from '../../../src/clients/paths.ts';
import { clients } from '../../../src/clients/registry.ts';
import type { Client } from '../../../src/clients/types.ts';
import { loadAllMCPConfigs } from '../../../src/discovery/load-mcp-configs.ts';
import { validateText } from '../../../src/manage/validate-text.ts';
import { isError } from '../../../src/model/diagnostics/diagnostic.ts';
import { askInProcess } from '../support/in-process.ts';
import { catalog, machine } from '../support/machine.ts';
import { hostOf, pageAnswer } from '../support/page-answers.ts';

type Family = 'JSON' | 'TOML' | 'YAML';
type Issues = readonly { readonly code: string; readonly file?: unknown }[];

/** Texts that hold no server, and the formats in which they are a broken file. */
const texts: Readonly<Record<string, readonly [text: string | Readonly<Record<Family, string>>, broken: Family[]]>> = {
  nothing: ['', ['JSON']],
  'a byte order mark': ['\uFEFF', ['JSON']],
  'white space': [' \n\n', ['JSON']],
  'a comment': [{ JSON: '// servers\n', TOML: '# servers\n', YAML: '# servers\n' }, ['JSON']],
  null: ['null', ['JSON', 'TOML']],
  'a list': ['[]', ['JSON', 'TOML', 'YAML']],
  'a text': ['"x"', ['JSON', 'TOML', 'YAML']],
  'an object': ['{}', ['TOML']],
};

/** One file of each format and kind, and what is compared with the catalog to read it. */
const files: readonly (readonly [file: string, family: Family, target: string])[] = [
  ['.mcp.json', 'JSON', 'mcp-json:project'],
  ['~/.codeium/windsurf/mcp_config.json', 'JSON', 'windsurf'],
  ['~/.cursor/mcp.json', 'JSON', 'cursor'],
  ['~/.gemini/settings.json', 'JSON', 'gemini-cli'],
  ['~/.claude.json', 'JSON', 'claude-code'],
  ['~/.codex/config.toml', 'TOML', 'codex'],
  ['~/.continue/config.yaml', 'YAML', 'continue'],
  [catalog, 'JSON', 'cursor'],
  ['plugboard.json', 'JSON', 'catalog:project'],
];

const cases = files.flatMap(([file, family, target]) =>
  Object.entries(texts).map(([what, [text, broken]]) => ({
    what,
    file,
    target,
    text: typeof text === 'string' ? text : text[family],
    isBroken: broken.includes(family),
    isCatalog: file.endsWith('plugboard.json'),
  })),
);

/** Every command that needs all files, and those that are asked about something that no file has. */
function linesFor(target: string): string[][] {
  const special: Readonly<Record<string, string[]>> = {
    diff: ['diff', target],
    export: ['export', '--from', target],
    import: ['import', '--dry-run'],
  };
  const all = commandTable.filter(({ needs }) => needs === 'all').map(({ name }) => special[name] ?? [name]);
  return [...all, ['get', 'absent'], ['call', 'absent', 'x'], ['logs', 'absent'], ['copy', 'absent', '--to', 'zed']];
}

describe('a file without a server is broken for every command, or for none', () => {
  it.each(cases)('$what in $file', async ({ file, text, target, isBroken, isCatalog }) => {
    const here = machine({ [file]: text });
    const path = here.path(file);
    const validated = await askInProcess(here, ['validate', path]);
    expect(validated).toMatchObject({ ok: !isBroken, code: isBroken ? 3 : 0 });
    const [reason] = validated.errors;
    const verdict = (issues: Issues): unknown => {
      const codes = issues.filter((one) => one.file === path).map(({ code }) => code);
      return isBroken ? codes.includes(reason?.code ?? '') : codes;
    };
    const expected = isBroken || [];

    const said: Record<string, unknown> = {};
    for (const line of linesFor(target)) {
      const { code, errors, data } = await askInProcess<{ issues?: Issues } | undefined>(here, line);
      const within = errors.flatMap(({ details }) => (details as Issues | undefined) ?? []);
      said[line.join(' ')] = [code, verdict([...errors, ...within, ...(data?.issues ?? [])])];
    }
    // The catalog is where an import goes, and no source of one.
    if (isCatalog) delete said['import --dry-run'];
    if (isCatalog) delete said[`export --from ${target}`];
    const codeOf = (line: string): number => {
      if (line === 'doctor') return isBroken ? 6 : 0;
      if (isBroken) return 3;
      return /absent|^(?:im|ex)port/.test(line) ? 4 : 0;
    };
    expect(said).toEqual(Object.fromEntries(Object.keys(said).map((line) => [line, [codeOf(line), expected]])));

    expect(verdict((await loadAllMCPConfigs({ host: hostOf(here) })).errors)).toEqual(expected);
    const page = (await pageAnswer(here)).issues.filter(({ severity }) => severity === 'error');
    expect(verdict(page.map(({ code, file: shown }) => ({ code, file: shown?.path })))).toEqual(expected);
  });

  it.each(Object.entries(texts))('%s as a config set', async (_, [text, broken]) => {
    const set = '~/.claude/mcp-configs/work.json';
    const here = machine({ [set]: typeof text === 'string' ? text : text.JSON });
    const codes: Record<string, unknown> = {};
    for (const line of [
      ['validate', here.path(set)],
      ['sets', 'check'],
      ['sets', 'show', 'work'],
      ['doctor'],
      ['run', 'work', '--dry-run'],
    ])
      codes[line.slice(0, 2).join(' ').replace(here.path(set), '').trim()] = (await askInProcess(here, line)).code;
    const isBroken = broken.includes('JSON');
    expect(codes).toEqual({
      validate: isBroken ? 3 : 0,
      'sets check': isBroken ? 6 : 0,
      'sets show': isBroken ? 6 : 0,
      doctor: isBroken ? 6 : 0,
      'run work': isBroken ? 3 : 0,
    });
  });
});

/** Issues of a text in every command that reads it. */
async function said(here: ReturnType<typeof machine>, line: readonly string[]): Promise<unknown> {
  const { code, errors } = await askInProcess(here, line);
  const all = errors.flatMap(({ details, ...own }) => (details as (typeof errors)[number][] | undefined) ?? [own]);
  return [code, all.map(({ code: why, message, hint }) => ({ why, message, hint }))];
}

describe('translate and import reject a text without servers in the words of validate', () => {
  const odd: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      Object.entries(texts).map(([what, [text]]) => [what, typeof text === 'string' ? text : text.JSON]),
    ),
    'a number': '5',
    'servers that are nothing': '{"mcpServers":null}',
    'servers in an empty list': '{"mcpServers":[]}',
    'servers that are a number': '{"mcpServers":5}',
    'an open brace': '{',
  };
  const isValid = (what: string): boolean => what === 'an object';

  it.each(Object.keys(odd).filter((what) => !isValid(what)))('%s', async (what) => {
    const here = machine({ 'some.json': odd[what] ?? '' });
    const file = here.path('some.json');
    const verdict = await said(here, ['validate', file]);
    expect(verdict).toMatchObject([3, [{ message: expect.any(String) }]]);
    const byClient = { cursor: await said(here, ['validate', file, '--client', 'cursor']), auto: verdict };
    for (const [from, expected] of Object.entries(byClient))
      expect([from, await said(here, ['translate', file, '--from', from, '--to', 'codex'])]).toEqual([from, expected]);
    expect(await said(here, ['import', file])).toEqual(verdict);
  });

  it.each(['{}', '{"mcpServers":{}}', '{"description":"none yet"}'])(
    '%s is valid, so there is nothing to import',
    async (text) => {
      const here = machine({ 'some.json': text });
      expect(await said(here, ['validate', here.path('some.json')])).toEqual([0, []]);
      expect(await said(here, ['import', here.path('some.json')])).toMatchObject([4, [{ why: 'no-servers' }]]);
    },
  );

  it('standard input', () => {
    const here = machine({});
    const empty = 'standard input:1:1 JSON syntax error: the file is empty [syntax]';
    for (const line of [
      ['validate', '-'],
      ['import', '-'],
      ['translate', '--from', 'auto', '--to', 'codex'],
    ])
      expect(Object.values(here.run(line, { input: '' })).join('\n')).toContain(empty);
  });
});

/** Every file of every client, so that none has rules of its own. */
describe('a blank file of any client', () => {
  const all: readonly Client[] = Object.values(clients);
  const blanks = ['', '\uFEFF', ' \n'];

  it.each(all.map((client) => [client.id, client] as const))('%s', async (_id, client) => {
    for (const location of client.locations.filter(({ unread }) => !unread)) {
      const { scope, variant, format } = location;
      const place = { scope, ...(variant === undefined ? {} : { variant }) };
      const [path] = pathsOf(location, { home: '/home/a', env: {}, platform: 'linux', project: '/work' });
      for (const text of blanks) {
        const issues = (await validateText(path ?? '', text, { client, place })).filter(isError);
        const isBroken = format === 'json' || format === 'jsonc';
        expect([client.id, scope, text, issues.map(({ code }) => code)]).toEqual([
          client.id,
          scope,
          text,
          isBroken ? ['syntax'] : [],
        ]);
      }
    }
  });
});
