import { describe, expect, it } from 'vitest';
import { unifiedDiff } from '../../src/manage/compare/diff.ts';
import { excerpt } from '../../src/model/diagnostics/excerpt.ts';
import { maskLine } from '../../src/model/secrets/secret.ts';

const secret = 'correct horse staple';

/** A value of several lines, in every way that TOML and YAML write one. */
const texts: readonly [name: string, text: string][] = [
  ['a TOML string', `command = "x"\n[env]\nAPI_KEY = """\nfirst\n${secret}\n"""\nOTHER = "shown"\n`],
  ['a literal TOML string', `command = "x"\n[env]\nAPI_KEY = '''\nfirst\n${secret}'''\nOTHER = "shown"\n`],
  ['a TOML string in a table', `env = { A = "x", API_KEY = """\\\n   ${secret}""" }\nOTHER = "shown"\n`],
  ['a TOML argument', `args = ["--token", """\n${secret}\n""", "x"]\nOTHER = "shown"\n`],
  ['a YAML block', `envs:\n  API_KEY: |2-\n    first: line\n\n    ${secret}\n  OTHER: shown\n`],
  ['a YAML block of an argument', `args:\n  - --token\n  - >-\n    first\n    ${secret}\nOTHER: shown\n`],
  ['a quoted YAML scalar', `envs:\n  API_KEY: "first\n    ${secret}"\n  OTHER: shown\n`],
  ['a quoted YAML argument', `args:\n  - "--token"\n  - 'first\n    ${secret}'\nOTHER: shown\n`],
  ['a plain YAML scalar', `envs:\n  API_KEY: first\n    second\n    ${secret}\n  OTHER: shown\n`],
  ['a plain YAML argument', `args:\n  - --token\n  - first\n    ${secret}\nOTHER: shown\n`],
  ['a tagged YAML scalar', `envs:\n  API_KEY: !!str\n    ${secret}\n  OTHER: shown\n`],
  ['an explicit YAML key', `envs:\n  ? API_KEY\n  : ${secret}\n  OTHER: shown\n`],
  ['a YAML map in braces', `envs: {API_KEY: "\n    ${secret}"}\nOTHER: shown\n`],
];

describe.each(texts)('a secret of several lines: %s', (_name, text) => {
  it('is masked in the text, and what follows it is not', () => {
    expect(maskLine(text)).not.toContain('staple');
    expect(maskLine(text)).toContain('shown');
  });

  it('is masked in the diff that removes, adds or keeps it', () => {
    const after = text.replace('shown', 'changed');
    const none = undefined;
    const diffs = [
      { before: text, after: none },
      { before: none, after: text },
      { before: text, after },
    ];
    for (const change of diffs) expect(unifiedDiff({ path: '/f', ...change })).not.toContain('staple');
  });

  it('is masked when only a line of it changes', () => {
    const change = { path: '/f', before: text.replace(secret, 'old value'), after: text };
    expect(unifiedDiff(change)).not.toContain('staple');
  });

  it('is masked in the line of a diagnostic', () => {
    const offset = text.indexOf('staple');
    const line = text.slice(0, offset).split('\n').length;
    const column = offset - text.lastIndexOf('\n', offset);
    const start = { line, column, offset };
    expect(
      excerpt(text, { start, end: { ...start, column: column + 1, offset: offset + 1 } }).join('\n'),
    ).not.toContain('staple');
  });
});

it('looks at each line once, whatever the text', () => {
  const text = [`${'token: x '.repeat(20_000)}\n${'\n'.repeat(20_000)}`, 'token:\n'.repeat(20_000)].join('');
  expect(maskLine(text).split('\n')).toHaveLength(text.split('\n').length);
});
