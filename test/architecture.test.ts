import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { layerGraph, transitiveReduction } from '../scripts/layer-graph.ts';
import { layers } from '../scripts/layers.mjs';
import { readSources, type Source } from '../scripts/source-files.ts';
import { clients } from '../src/clients/registry.ts';
import {
  clientIds,
  crowded,
  cycles,
  forbiddenExports,
  impurities,
  medianLength,
  strays,
  tooLong,
  unusedPermissions,
  wrongDirections,
  wrongWebImports,
} from './support/architecture.ts';
import { searchedMessages } from './support/own-messages.ts';
import { repeatedLines } from './support/repeated-lines.ts';

/** Words that are also ids of clients. */
const otherMeanings = [
  // Our own command, and the user of the OpenCode server.
  /^(?:cli|opencode)\/.* names opencode$/,
  /^manage\/pending\/own-words\.ts names opencode$/,
  // The cursor of a list, and that of a terminal.
  /^(?:agent\/tools|gateway\/tasks|cli\/tui|registry\/api)\/.* names cursor$/,
  // Generated from the definitions, with the names of clients; some are also ids.
  /^model\/fields\/client-fields\.ts names (?:mcporter|anythingllm)$/,
  // Our own catalog, defined there for all layers.
  /^model\/origin\.ts names canonical$/,
];

/** Files that may search a text with the name of a message, and why it is none of ours or decides nothing. */
const searchedTexts: Readonly<Record<string, string>> = {
  'api/doctor/issue-views.ts': 'shortens the home directory for display',
  'cli/gateway/disconnect-plan.ts': 'history entries of older versions have no code',
  'cli/program/run-line.ts': 'errors of commander have only words',
  'cli/runtime/arguments/check-arguments.ts': 'removes the final period for display',
  'doctor/checks/file-references.ts': 'values of config files',
  'formats/json/index.ts': 'values of config files',
  'formats/toml/reader.ts': 'the text of a config file',
  'formats/yaml/parse.ts': 'messages of the yaml library, without the text they quote',
  'formats/yaml/subset-reader.ts': 'the text of a config file',
  'manage/paste/command-lines/not-servers.ts': 'words of a pasted command',
  'manage/paste/command-lines/read-definition.ts': 'words of a pasted command',
  'manage/paste/peel-fences.ts': 'lines of a pasted text',
  'manage/restore.ts': 'the text of a file of ours, which is JSON',
  'model/log-event.ts': 'log lines of older versions have no code',
  'model/secrets/secret-name.ts': 'the words in the name of a variable',
  'opencode/server/start-server.ts': 'OpenCode writes its URL only into its log',
  'opencode/tools/files.ts': 'lines of a file that OpenCode found',
  'opencode/tools/session/session-work.ts': 'the mark that a shell command of ours prints',
  'opencode/turn/outcome.ts': 'OpenCode reports an unknown model only in words',
  'opencode/upstream/http-failure.ts': 'OpenCode reports a missing message only in words',
  'runtime/connect/failure.ts': 'errors of Node and of the SDK have only words',
  'runtime/sign-in/explain.ts': 'errors of the SDK have only words',
  'runtime/values/secret-matcher.ts': 'secrets in any text',
  'store/journal/undo.ts': 'history entries of older versions have no original title',
  'store/vault/program-places.ts': 'a path of Windows',
  'web/pages/logs/log-filter.ts': 'the search of a person',
};

describe('src', () => {
  const sources = readSources(fileURLToPath(new URL('../src', import.meta.url)));

  it('is found', () => expect(sources.length).toBeGreaterThan(0));
  it('has only files of a layer', () => expect(strays(sources)).toEqual([]));
  it('imports only what the layers allow', () => expect(wrongDirections(sources)).toEqual([]));
  it('uses every import that the layers allow', () => expect(unusedPermissions(sources)).toEqual([]));
  it('keeps the pure layers pure', () => expect(impurities(sources)).toEqual([]));
  it('has no circles', () => expect(cycles(sources)).toEqual([]));
  it('exports by name only', () => expect(forbiddenExports(sources)).toEqual([]));
  it('names clients only in their definitions', () => {
    const named = clientIds(sources, new Set(Object.keys(clients)));
    expect(named.filter((one) => !otherMeanings.some((words) => words.test(one)))).toEqual([]);
  });
  it('has no long files', () => expect(tooLong(sources)).toEqual([]));
  it('has mostly short files', () => expect(medianLength(sources)).toBeLessThan(90));
  it('has no crowded folders', () => expect(crowded(sources.map(({ path }) => path))).toEqual([]));
});

describe('web', () => {
  const sources = readSources(fileURLToPath(new URL('../web/src', import.meta.url)));

  it('is found', () => expect(sources.some(({ path }) => path.endsWith('.vue'))).toBe(true));
  it('names no clients', () => {
    const named = clientIds(sources, new Set(Object.keys(clients)));
    expect(named.filter((one) => !otherMeanings.some((words) => words.test(one)))).toEqual([]);
  });
  it('takes only types and the model from the program', () => expect(wrongWebImports(sources)).toEqual([]));
  it('has no circles', () => expect(cycles(sources)).toEqual([]));
  it('exports by name only', () => expect(forbiddenExports(sources)).toEqual([]));
  it('has no long files', () => expect(tooLong(sources)).toEqual([]));
  it('has mostly short files', () => expect(medianLength(sources)).toBeLessThan(90));
  it('has no crowded folders', () => expect(crowded(sources.map(({ path }) => path))).toEqual([]));
});

const everything = ['src', 'web/src'].flatMap((folder) => {
  const prefix = folder === 'src' ? '' : 'web/';
  const found = readSources(fileURLToPath(new URL(`../${folder}`, import.meta.url)));
  return found.map(({ path, text }) => ({ path: prefix + path, text }));
});

it('has no block of ten lines twice, in src or web', () => expect(repeatedLines(everything, 10)).toEqual([]));

describe('messages', () => {
  const found = searchedMessages(everything);
  const pathOf = (place: string): string => place.slice(0, place.indexOf(':'));

  it('decide nothing by their words', () => {
    expect(found.filter((place) => !Object.hasOwn(searchedTexts, pathOf(place)))).toEqual([]);
  });

  it('have no exceptions that nothing needs', () => {
    const needed = new Set(found.map(pathOf));
    expect(Object.keys(searchedTexts).filter((path) => !needed.has(path))).toEqual([]);
  });
});

describe('test', () => {
  const root = new URL('..', import.meta.url);
  const foldersOf = (folder: string): string[] =>
    readdirSync(new URL(folder, root), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => relative(fileURLToPath(new URL(folder, root)), join(entry.parentPath, entry.name)))
      .map((path) => path.replaceAll(sep, '/'));

  it('mirrors src, except for the folders that CONTRIBUTING names', () => {
    const paragraph = /^`test\/` has the folders of `src\/`.*?\n\n/ms.exec(
      readFileSync(new URL('CONTRIBUTING.md', root), 'utf8'),
    )?.[0];
    const named = [...(paragraph ?? '').matchAll(/`([\w/-]+)`/g)].map(([, name = '']) => name);
    const mirrored = new Set([...foldersOf('src/'), 'web', 'loader', 'fuzz', 'bench']);
    const other = foldersOf('test/').filter(
      (path) => !mirrored.has(path) && !/(?:^|\/)(?:servers|support|node_modules)(?:\/|$)/.test(path),
    );
    expect(other.filter((path) => !named.includes(path) && !named.includes(path.replace(/^cli\//, '')))).toEqual([]);
    expect(named.filter((name) => name.includes('/') && !other.includes(name) && !name.endsWith('/'))).toEqual([]);
  });
});

describe('the table of layers', () => {
  it('names only layers it has', () => {
    const names = layers.map(({ name }) => name);
    expect(layers.flatMap(({ imports }) => imports).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('lets a layer import only layers before it', () => {
    const wrong = layers.flatMap(({ name, imports }, index) => {
      const before = layers.slice(0, index).map((layer) => layer.name);
      return imports.filter((other) => !before.includes(other)).map((other) => `${name} → ${other}`);
    });
    expect(wrong).toEqual([]);
  });
});

describe('the checks', () => {
  const file = (path: string, ...lines: string[]): Source => ({ path, text: `${lines.join('\n')}\n` });

  it('see a file without a layer', () => {
    expect(
      strays([file('helpers/text.ts'), file('version.ts'), file('library/index.ts'), file('model/name.ts')]),
    ).toEqual(['helpers/text.ts is in no layer', 'version.ts is in no layer']);
  });

  it('see every kind of import against the arrows', () => {
    const sources = [
      file(
        'formats/json.ts',
        "import { server } from '../model/server.ts';",
        "import type { Store } from '../store/store.ts';",
        "export { claude } from '../clients/claude.ts';",
        "const late = import('../cli/main.ts');",
        "type Plan = import('../manage/plan.ts').Plan;",
        "import { print } from './print.ts';",
      ),
      file('library/index.ts', "import { add } from '../manage/add.ts';", "import { app } from '../api/app.ts';"),
      file('validate/rules/url.ts', "import { parse } from '../../formats/json.ts';", "import '../../model/url.ts';"),
    ];
    expect(wrongDirections(sources)).toEqual([
      'formats/json.ts:2 must not import store/store.ts',
      'formats/json.ts:3 must not import clients/claude.ts',
      'formats/json.ts:4 must not import cli/main.ts',
      'formats/json.ts:5 must not import manage/plan.ts',
      'library/index.ts:2 must not import api/app.ts',
      'validate/rules/url.ts:1 must not import formats/json.ts',
    ]);
  });

  it('see an allowed import that nothing uses', () => {
    const sources = [file('formats/json.ts', "export type { Server } from '../model/server.ts';")];
    expect(unusedPermissions(sources)).not.toContain('formats → model');
    expect(unusedPermissions(sources)).toContain('clients → model');
  });

  it('see what makes a pure layer impure, and only there', () => {
    const lines = [
      "import { readFileSync } from 'node:fs';",
      "import type { Stats } from 'fs';",
      'console.log(process.env);',
      'const now = Date.now();',
      'const today = new Date();',
      'const chance = Math.random();',
      'setTimeout(() => globalThis.stop(), performance.now());',
    ];
    expect(impurities([file('model/clock.ts', ...lines)])).toEqual([
      'model/clock.ts:1 imports node:fs',
      'model/clock.ts:2 imports fs',
      'model/clock.ts:3 uses console',
      'model/clock.ts:3 uses process',
      'model/clock.ts:4 uses Date.now',
      'model/clock.ts:5 uses new Date()',
      'model/clock.ts:6 uses Math.random',
      'model/clock.ts:7 uses setTimeout',
      'model/clock.ts:7 uses globalThis',
      'model/clock.ts:7 uses performance',
    ]);
    expect(impurities([file('store/clock.ts', ...lines)])).toEqual([]);
  });

  it('take a name that is no global for what it is', () => {
    const lines = [
      'export interface Host { process: string; now(): Date }',
      'export const year = (host: Host) => new Date(host.process).getFullYear();',
      'export const ask = (fetch: () => string) => fetch();',
    ];
    expect(impurities([file('model/host.ts', ...lines)])).toEqual([]);
  });

  it('see searches in messages', () => {
    const lines = [
      "if (entry.message.startsWith('failed: ')) retry();",
      'if (/ is left out: /.test(message)) warn();',
      "const isNote = tip?.includes('started without') === true;",
      'const isKnown = LEAD.exec(describe(issue).summary) !== null;',
      "if (entry.text.match('stderr')) return;",
      "const isSame = title === disconnectTitle('zed');",
      "if (error.message === 'not signed in') return;",
      'if (message !== startsInHomeNotice) return;',
      "if (where === 'your catalog') return;",
      'const OPENING = /^started without /;',
      "if (line.includes('started without')) return;",
    ];
    const found = searchedMessages([file('live/log.ts', ...lines)]);
    expect(found.map((place) => place.split(':')[1])).toEqual([
      '1 message',
      '2 message',
      '2 words',
      '3 tip',
      '4 summary',
      '5 text',
      '6 title',
      '7 message',
      '8 message',
      '9 words',
      '10 words',
      '11 words',
    ]);
  });

  it('let texts be laid out and codes be compared', () => {
    const lines = [
      "if (reason === 'listed-twice') return;",
      "const lines = message.split('\\n').map((line) => line.split(/\\r?\\n/));",
      "if (typeof message === 'string' && message !== '') show(message.slice(0, 9));",
      "const at = text.indexOf('=');",
    ];
    expect(searchedMessages([file('live/log.ts', ...lines)])).toEqual([]);
  });

  it('see ids of clients outside their definitions', () => {
    const sources = [
      file('clients/definitions/zed.ts', "const id = 'zed';"),
      file('doctor/paths.ts', "import { zed } from 'zed';", "const apps = ['zed'];", 'const costs = { roo: 1 };'),
    ];
    expect(clientIds(sources, new Set(['zed', 'roo']))).toEqual([
      'doctor/paths.ts names zed',
      'doctor/paths.ts names roo',
    ]);
    const lines = ['<script setup>', '</script>', '<template>', `<p v-if="client === 'zed'" />`, '</template>'];
    expect(clientIds([file('pages/Page.vue', ...lines)], new Set(['zed']))).toEqual(['pages/Page.vue names zed']);
  });

  it('see what the page must not take from the program', () => {
    const script = [
      "import type { Overview } from '../../../src/api/contract/overview.ts';",
      "import { overview } from '../../../src/api/contract/overview.ts';",
      "import { visible } from '../../../src/model/visible.ts';",
      "import { add } from '../../../src/manage/add.ts';",
      "import { readFile } from 'node:fs';",
      "import { get } from '../api/client.ts';",
    ];
    const component = file('pages/Page.vue', '<script setup lang="ts">', ...script, '</script>', '<template />');
    expect(wrongWebImports([component, file('pages/page.ts', ...script)])).toEqual([
      'pages/Page.vue:3 must not import src/api/contract/overview.ts',
      'pages/Page.vue:5 must not import src/manage/add.ts',
      'pages/Page.vue:6 must not import node:fs',
      'pages/page.ts:2 must not import src/api/contract/overview.ts',
      'pages/page.ts:4 must not import src/manage/add.ts',
      'pages/page.ts:5 must not import node:fs',
    ]);
  });

  it('see a circle', () => {
    const sources = [
      file('model/a.ts', "import type { B } from './b.ts';"),
      file('model/b.ts', "import { c } from './deep/c.ts';"),
      file('model/deep/c.ts', "import { a } from '../a.ts';"),
      file('model/d.ts', "import { a } from './a.ts';"),
    ];
    expect(cycles(sources)).toEqual(['model/a.ts → model/b.ts → model/deep/c.ts → model/a.ts']);
  });

  it('see exports that have no name', () => {
    const sources = [
      file(
        'model/all.ts',
        "export * from './a.ts';",
        "export * as names from './b.ts';",
        "export { c } from './c.ts';",
      ),
      file('model/one.ts', 'export default 1;'),
      file('model/two.ts', 'export default function two() {}'),
      file('model/three.ts', 'const three = 3;', 'export { three as default };'),
    ];
    expect(forbiddenExports(sources)).toEqual([
      'model/all.ts:1 has export *',
      'model/all.ts:2 has export *',
      'model/one.ts:1 has a default export',
      'model/two.ts:1 has a default export',
      'model/three.ts:2 has a default export',
    ]);
  });

  it('see a crowded folder, unless it is a list of one kind', () => {
    const filesIn = (folder: string, count: number): string[] =>
      Array.from({ length: count }, (_, index) => `${folder}/${index}.ts`);
    expect(crowded([...filesIn('model', 25), ...filesIn('cli/commands', 60)])).toEqual([]);
    expect(crowded(filesIn('model/json', 26))).toEqual(['model/json has 26 files']);
  });

  it('see repeated lines, whatever their indentation', () => {
    const lines = ['one();', 'two();', 'three();'];
    const indented = lines.map((line) => `  ${line}`);
    const imports = ["import { a } from './a.ts';", 'import {', '  b,', "} from './b.ts';"];
    const sources = [file('model/a.ts', ...imports, '', ...lines), file('model/b.ts', ...imports, ...indented)];
    expect(repeatedLines(sources, 3)).toEqual(['model/a.ts:6 = model/b.ts:5']);
    expect(repeatedLines(sources, 4)).toEqual([]);
  });

  it('see a long file', () => {
    const lines = (count: number): string[] => Array.from({ length: count }, () => '//');
    const sources = [file('model/short.ts', ...lines(300)), file('model/long.ts', ...lines(301))];
    expect(tooLong(sources)).toEqual(['model/long.ts has 301 lines']);
    expect(medianLength([...sources, file('model/tiny.ts', '//')])).toBe(300);
  });
});

describe('the picture of the layers', () => {
  it('has the imports that no other path implies', () => {
    const graph = new Map([
      ['a', new Set<string>()],
      ['b', new Set(['a'])],
      ['c', new Set(['a', 'b'])],
      ['d', new Set(['a', 'c'])],
    ]);
    expect([...transitiveReduction(graph)].map(([name, targets]) => [name, ...targets])).toEqual([
      ['a'],
      ['b', 'a'],
      ['c', 'b'],
      ['d', 'c'],
    ]);
  });

  it('counts imports of types, and imports within a layer never', () => {
    const sources: Source[] = [
      { path: 'formats/json.ts', text: "import type { Server } from '../model/server.ts';\nimport './edit.ts';\n" },
    ];
    expect([...(layerGraph(sources).get('formats') ?? [])]).toEqual(['model']);
  });
});
