import { expect, it } from 'vitest';
import { clients } from '../../src/clients/registry.ts';
import { checkedDocument } from '../../src/discovery/checks/checked-document.ts';
import { loadFormat } from '../../src/formats/index.ts';

async function issuesIn(text: string, scope: 'user' | 'project' = 'user'): Promise<string[]> {
  const document = (await loadFormat('jsonc')).parse(text);
  const { entries, issues } = checkedDocument(clients.canonical, { scope, project: '/p' }, document);
  return [...entries.flatMap((entry) => entry.issues), ...issues].map((issue) => {
    const { line, column } = issue.range?.start ?? { line: 0, column: 0 };
    return `${line}:${column} ${issue.severity} ${issue.code}`;
  });
}

const good = `{
  "servers": {
    "x": {
      "command": "npx",
      "targets": ["claude-code", "codex:project", "editors", "*"],
      "clients": { "cursor": { "timeout": 60, "env": { "A": null } }, "zed": false },
      "package": { "registry": "npm", "name": "@x/y", "version": "1.4.2", "later": 1 }
    }
  },
  "groups": { "editors": ["cursor", "vscode:user"] },
  "profiles": { "review": { "servers": ["x"], "tools": { "x": { "allow": ["get_*"] } }, "later": true } },
  "unknown": { "stays": 1 }
}`;

it.each(['user', 'project'] as const)('accepts the widened catalog of the %s', async (scope) => {
  expect(await issuesIn(good, scope)).toEqual([]);
});

it('reports each wrong field at its position, and none of them makes the server unusable', async () => {
  const text = `{
  "servers": {
    "x": {
      "command": "npx",
      "targets": ["cursr", "codex:nowhere", 3, "canonical"],
      "clients": { "zzz": {}, "cursor": true, "codex": { "timeout": -1, "args": "x" } },
      "package": { "name": 1 }
    },
    "y": { "command": "npx", "targets": "all" }
  },
  "groups": { "cursor": ["vscode"], "mine": ["other"], "bad": "x" },
  "profiles": { "review": { "servers": "x" }, "tools": { "servers": [], "tools": { "x": { "allow": 1 } } } }
}`;
  expect(await issuesIn(text)).toEqual([
    '5:19 warning sync-target-unknown',
    '5:28 warning sync-target-unknown',
    '5:45 warning catalog-field-ignored',
    '5:48 warning sync-target-unknown',
    '6:20 warning sync-target-unknown',
    '6:41 warning catalog-field-ignored',
    '6:81 warning override-invalid',
    '6:69 warning timeout-ignored',
    '7:7 warning catalog-field-ignored',
    '7:28 warning catalog-field-ignored',
    '9:41 warning catalog-field-ignored',
    '11:15 warning group-shadowed',
    '11:46 warning sync-target-unknown',
    '11:63 warning catalog-field-ignored',
    '12:40 warning catalog-field-ignored',
    '12:100 warning catalog-field-ignored',
  ]);
});
