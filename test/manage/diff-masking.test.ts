import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../src/formats/edit-list.ts';
import { loadFormat } from '../../src/formats/index.ts';
import { Revision } from '../../src/formats/revision.ts';
import { unifiedDiff } from '../../src/manage/compare/diff.ts';
import type { Path, Value } from '../../src/model/value.ts';

const secret = 'sk-live-4f9a8b7c6d5e4f3a2b1c';
const long = 'x'.repeat(700);

/** A text, a change to it, and a place of a secret far from the word that makes it one. */
const cases: readonly [name: string, format: 'jsonc' | 'toml' | 'yaml', text: string, path: Path, value: Value][] = [
  ['a new entry', 'jsonc', '{\n  "mcpServers": {}\n}\n', ['mcpServers', 'a'], { command: 'x', env: { TOKEN: secret } }],
  [
    'an argument behind its option',
    'jsonc',
    `{\n  "mcpServers": {\n    "a": {\n      "args": [\n        "--password", // ${long}\n        "plain"\n      ]\n    }\n  }\n}\n`,
    ['mcpServers', 'a', 'args', 1],
    'hunter2-and-more',
  ],
  [
    'a header in a table',
    'toml',
    `[mcp_servers.a]\nurl = "https://x.example"\n# ${long}\n[mcp_servers.a.http_headers]\nAuthorization = "Bearer old-old-old-old"\n`,
    ['mcp_servers', 'a', 'http_headers', 'Authorization'],
    `Bearer ${secret}`,
  ],
  [
    'a variable in a map',
    'yaml',
    `extensions:\n  a:\n    envs:\n      # ${long}\n      API_KEY: old-old-old-old\n`,
    ['extensions', 'a', 'envs', 'API_KEY'],
    secret,
  ],
];

describe('a diff made of edits', () => {
  it.each(cases)('hides what the diff of the whole texts hides: %s', async (_name, id, before, path, value) => {
    const format = await loadFormat(id);
    const revision = new Revision(format, format.parse(before));
    revision.set(path, value);
    const edits = revision.preview();
    const after = applyEdits(before, edits);
    const added = (diff: string): string[] => diff.split('\n').filter((line) => /^\+(?!\+\+)/.test(line));
    const whole = added(unifiedDiff({ path: '/f', before, after }));
    expect(added(unifiedDiff({ path: '/f', before, after, edits }))).toEqual(whole);
    expect(whole.join('\n')).not.toContain(secret);
  });
});
