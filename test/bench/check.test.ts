import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkFile, faultsOf, type FileReport } from '../../bench/config/check.ts';
import { targetOf, targets, type BenchClient, type BenchScope } from '../../bench/config/targets.ts';

const fixtures = new URL('../../bench/config/fixtures/', import.meta.url);
const scopes: readonly BenchScope[] = ['user', 'project'];

function fixture(client: BenchClient, scope: BenchScope): string {
  return readFileSync(fileURLToPath(new URL(`${scope}/${targetOf(client).path[scope]}`, fixtures)), 'utf8');
}

/** The report on a file of the user after this change of its text. */
function damaged(client: BenchClient, change: (text: string) => string, scope: BenchScope = 'user'): FileReport {
  const text = fixture(client, scope);
  const after = change(text);
  expect(after).not.toBe(text);
  return checkFile(targetOf(client), { text, mode: 0o600 }, { text: after, mode: 0o600 });
}

describe('the files that tools are let loose on', () => {
  const all = scopes.flatMap((scope) => targets.filter(({ path }) => path[scope]).map(({ client }) => [client, scope]));

  it.each(all as [BenchClient, BenchScope][])(
    'of %s for the %s are sound and reported as untouched',
    (client, scope) => {
      const snapshot = { text: fixture(client, scope), mode: 0o600 };
      const report = checkFile(targetOf(client), snapshot, snapshot);
      expect(report).toMatchObject({ state: 'untouched', lost: [], lostComments: [], respelled: [], reordered: [] });
      expect(report.lines).toMatchObject({ removed: 0, added: 0, commas: 0 });
    },
  );

  it.each(scopes)('hold 23 marked comments for the six clients in the scope %s', (scope) => {
    const texts = targets.filter(({ client }) => client !== 'mcporter').map(({ client }) => fixture(client, scope));
    expect(new Set(texts.join('').match(/keep-[a-z]{2}-\d+/g)).size).toBe(23);
  });

  it('hold one with the line ends of Windows', () => {
    expect(fixture('vscode', 'user').split('\r\n').length).toBe(fixture('vscode', 'user').split('\n').length);
  });
});

describe('the checker reports', () => {
  it('a lost value', () => {
    expect(damaged('cursor', (text) => text.replace('"command": "node",', '')).lost).toEqual([
      '/mcpServers/library/command: "node" → nothing',
    ]);
  });

  it('a changed value', () => {
    expect(damaged('codex', (text) => text.replace('2026-02-11T08', '2026-02-11T09')).lost).toHaveLength(1);
  });

  it('a number that was rounded', () => {
    const report = damaged('claude-code', (text) => text.replace('12345678901234567890', '12345678901234567000'));
    expect(report.lost).toHaveLength(1);
    expect(report.respelled).toEqual(['12345678901234567890']);
  });

  it('a number of TOML that became another type', () => {
    expect(damaged('codex', (text) => text.replace('= 25', '= 25.0')).lost).toHaveLength(1);
  });

  it('a number that is only spelled in another way', () => {
    const report = damaged('claude-code', (text) => text.replace('1.50', '1.5'));
    expect(report).toMatchObject({ lost: [], respelled: ['1.50'] });
  });

  it('a literal string that became another kind of string', () => {
    const report = damaged('codex', (text) => text.replace(`'on-request'`, `"on-request"`));
    expect(report).toMatchObject({ lost: [], respelled: [`'on-request'`] });
  });

  it('a lost comment', () => {
    const report = damaged('opencode', (text) => text.replace(/ \/\/ keep-oc-5.*/, ''));
    expect(report).toMatchObject({ lost: [], comments: 6, lostComments: ['keep-oc-5'] });
  });

  it('a lost server that was commented out', () => {
    expect(damaged('opencode', (text) => text.replace(/\n.*"parked".*/, '')).lostComments).toEqual(['keep-oc-6']);
  });

  it('integer-like keys that an object has put first', () => {
    const report = damaged('claude-code', (text) => `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`);
    expect(report.reordered).toEqual(['']);
  });

  it('keys of an inner map in another order', () => {
    const report = damaged('cursor', (text) =>
      text.replace('"30": 1.50, "4": 12345678901234567890', '"4": 12345678901234567890, "30": 1.50'),
    );
    expect(report).toMatchObject({ lost: [], reordered: ['/acme:weights'] });
  });

  it('other blanks', () => {
    const report = damaged('cursor', (text) => text.replaceAll('\t', '  '));
    expect(report.lost).toEqual([]);
    expect(report.lines.removed).toBe(report.lines.total - 2);
  });

  it('a line with something else than a comma more', () => {
    expect(damaged('cursor', (text) => text.replace('"node",', '"node" ,')).lines).toMatchObject({
      removed: 1,
      commas: 0,
    });
  });

  it('another kind of line end, in all lines or in one', () => {
    expect(damaged('vscode', (text) => text.replaceAll('\r\n', '\n')).lines.removed).toBeGreaterThan(15);
    expect(damaged('vscode', (text) => text.replace('\r\n', '\n')).mixedLineEnds).toBe(true);
  });

  it('comments and trailing commas where the client reads none', () => {
    expect(damaged('claude-code', (text) => text.replace('{', '{ // new')).state).toBe('unreadable');
    expect(damaged('claude-code', (text) => text.replace('true\n}', 'true,\n}')).state).toBe('unreadable');
  });

  it('a broken file', () => {
    expect(damaged('codex', (text) => text.replace('[profiles.quick]', '[profiles.quick')).state).toBe('unreadable');
    expect(damaged('gemini-cli', (text) => text.slice(0, -3)).state).toBe('unreadable');
  });

  it('a file that is gone', () => {
    const snapshot = { text: fixture('codex', 'user'), mode: 0o600 };
    expect(faultsOf(checkFile(targetOf('codex'), snapshot, undefined))).toEqual(['deleted']);
  });

  it('another mode', () => {
    const snapshot = { text: fixture('codex', 'user'), mode: 0o600 };
    const after = { text: `${snapshot.text}\n`, mode: 0o644 };
    expect(checkFile(targetOf('codex'), snapshot, after).modeChange).toBe('600 → 644');
  });

  it('each of these in words', () => {
    const text = fixture('opencode', 'user');
    const after = { text: JSON.stringify({ mcp: {} }), mode: 0o644 };
    const faults = faultsOf(checkFile(targetOf('opencode'), { text, mode: 0o600 }, after)).join('\n');
    for (const words of [
      'lost /theme',
      '6 of 6 comments',
      'spelled anew',
      'mode 600',
      'stdio: missing',
      'http: missing',
    ])
      expect(faults).toContain(words);
  });
});

describe('the checker lets pass', () => {
  it('the comma that a next entry needs, also before a comment', () => {
    const added = damaged('gemini-cli', (text) => text.replace(/890 }\n}/, '890 },\n  "new": 1\n}'));
    expect(added.lines).toMatchObject({ removed: 0, added: 1, commas: 1 });
    const inside = damaged('vscode', (text) => text.replace('true } //', 'true }, //'));
    expect(inside.lines).toMatchObject({ removed: 0, added: 0, commas: 1 });
  });
});
