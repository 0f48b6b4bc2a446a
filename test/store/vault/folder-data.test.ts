import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isFolderData } from '../../../src/store/vault/folder-data.ts';

const folder = mkdtempSync(join(tmpdir(), 'folder-'));
mkdirSync(join(folder, 'docs'));
mkdirSync(join(folder, 'data'));
for (const file of ['srv.py', 'run', 'data/x.db']) writeFileSync(join(folder, file), '');

/** Whether all words of a line with the folder of the editor are data. */
function isData(line: string): boolean {
  const words = line.split(' ');
  const all = words.flatMap((word, at) => (word.includes('${workspaceFolder}') ? [at] : []));
  return all.every((at) => isFolderData(words, at, (words[at] ?? '').replaceAll('${workspaceFolder}', folder)));
}

it.each([
  'npx -y @modelcontextprotocol/server-filesystem ${workspaceFolder}',
  'npx -y @modelcontextprotocol/server-filesystem /tmp ${workspaceFolder} ${workspaceFolder}/docs',
  'npx -y @playwright/mcp@latest --output-dir ${workspaceFolder}/docs',
  'npx --package @acme/srv srv --root ${workspaceFolder}',
  'npx -y @acme/srv --db-path ${workspaceFolder}/data/x.db',
  'uvx mcp-server-git --repository ${workspaceFolder}',
  'uvx mcp-server-git --repository=${workspaceFolder}',
  'uvx --from git+https://github.com/oraios/serena serena start-mcp-server --project ${workspaceFolder}',
  'uvx mcp-server-sqlite --db-path ${workspaceFolder}/new.sqlite',
  'serena start-mcp-server --context ide --project ${workspaceFolder}',
  'pipx run mcp-server-git --repository ${workspaceFolder}',
  'tool --root ${workspaceFolder}',
  'tool --verbose ${workspaceFolder}',
  'tool --transport stdio ${workspaceFolder}',
  'docker run -i --rm -v ${workspaceFolder}:/data acme/img',
  'docker run --rm -i -v ${workspaceFolder}:/projects:ro -e ROOT=${workspaceFolder} mcp/filesystem /projects',
  'docker run -i --rm --mount type=bind,src=${workspaceFolder},dst=/workspace,readonly ghcr.io/acme/img:1.2',
  'podman run -i --volume=${workspaceFolder}:${workspaceFolder} acme/img',
])('a folder is data in %s', (line) => {
  expect(isData(line)).toBe(true);
});

it.each([
  '${workspaceFolder}',
  '${workspaceFolder}/bin/tool',
  'node ${workspaceFolder}/srv.js',
  'node ${workspaceFolder}',
  'python3.12 ${workspaceFolder}',
  'sh -c ${workspaceFolder}',
  'fastmcp run ${workspaceFolder}/srv.py',
  'fastmcp run ${workspaceFolder}',
  'uvx fastmcp run ${workspaceFolder}/srv.py',
  'uvx mcp run ${workspaceFolder}/srv.py',
  'uvx mcp[cli]@1.2 dev ${workspaceFolder}',
  'uvx --with-editable ${workspaceFolder} acme',
  'uvx --directory ${workspaceFolder} acme',
  'uvx --from ${workspaceFolder} acme',
  'uv --directory ${workspaceFolder} run acme',
  'uv run --project ${workspaceFolder} acme',
  'npx -y vite-node ${workspaceFolder}/srv.ts',
  'npx -y zx ${workspaceFolder}/srv.mjs',
  'npx -y babel-node ${workspaceFolder}/s.js',
  'npx -y @babel/node ${workspaceFolder}',
  'npx -y electron ${workspaceFolder}',
  'npx -y @acme/srv --config ${workspaceFolder}/c.js',
  'npx -y @acme/srv --plugin-dir ${workspaceFolder}',
  'npx -y @acme/srv --config-dir=${workspaceFolder}',
  'npx -y @acme/srv -r ${workspaceFolder}',
  'npx -y @acme/srv --load a ${workspaceFolder}',
  'npx -y @acme/srv --root ${workspaceFolder}/srv.py',
  'npx -y @acme/srv --root ${workspaceFolder}/run',
  'npx -y @acme/srv --root ${workspaceFolder}/../x',
  'npx -y @acme/srv --root ${workspaceFolder}/.env',
  'npx -y @acme/srv --root ${workspaceFolder}/requirements.txt',
  'npx -y @acme/srv serve ${workspaceFolder}',
  'npx -y @acme/srv --root file://${workspaceFolder}',
  'npx --prefix ${workspaceFolder} acme',
  'npx ${workspaceFolder}',
  'npx -c ${workspaceFolder}/x',
  'npm exec acme -- --root ${workspaceFolder}',
  'dart ${workspaceFolder}/srv.dart',
  'jbang ${workspaceFolder}/srv.java',
  'groovy ${workspaceFolder}/s.groovy',
  'elixir ${workspaceFolder}/s.exs',
  'op run --env-file=${workspaceFolder}/.env -- node /x.js',
  'op run -- node ${workspaceFolder}',
  'dotenvx run -f ${workspaceFolder}/.env -- node /x.js',
  'env -C ${workspaceFolder} npx -y x',
  'tool -- ${workspaceFolder}',
  'docker compose -f ${workspaceFolder}/compose.yaml run x',
  'docker run --env-file ${workspaceFolder}/.env img',
  'docker run -v ${workspaceFolder}:/app img',
  'docker run -v ${workspaceFolder}/bin:/usr/local/bin img',
  'docker run -v ${workspaceFolder}:/data node:22 node /data/x.js',
  'docker run -v ${workspaceFolder}:/data alpine /data/x',
  'docker run -v ${workspaceFolder}:/data -w /data alpine ./x',
  'docker run -v ${workspaceFolder}:/data --entrypoint /data/x img',
  'docker run -v ${workspaceFolder}:/data -e NODE_OPTIONS=--require=x img',
  'docker run -e PATH=${workspaceFolder} img',
  'docker run ${workspaceFolder}',
])('a folder chooses what runs in %s', (line) => {
  expect(isData(line)).toBe(false);
});
