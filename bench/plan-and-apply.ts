import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result } from './compare.ts';
import { comparePrograms, importing } from './programs.ts';

/** Adding one server to two clients, from the start of the program to files that are on disk and verified. */
export async function comparePlanAndApply(): Promise<{ title: string; aim: number; results: Result[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-bench-'));
  try {
    const project = join(folder, 'home', 'project');
    mkdirSync(project, { recursive: true });
    writeFileSync(join(project, '.mcp.json'), '{ "mcpServers": { "old": { "command": "node" } } }\n');
    const results = await comparePrograms(folder, programs(), project, join(folder, 'home'));
    return { title: 'plan and apply one server in two files, with the start of Node', aim: 3, results };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function programs(): Record<string, string> {
  const imports = importing({
    add: 'manage/add.ts',
    clients: 'clients/registry.ts',
    commit: 'store/write/apply-plan.ts',
    nodeHost: 'store/host/node-host.ts',
  });
  const work = `const host = nodeHost();
const targets = [{ client: clients['claude-code'], scope: 'project' }, { client: clients.cursor, scope: 'user' }];
const { applied } = await commit(host, () => add(host, \`server-\${Date.now()}\`, { command: 'npx' }, targets));
if (!applied) throw new Error('nothing was written');`;
  return { 'bare node': '', 'plugboard add': imports + work };
}
