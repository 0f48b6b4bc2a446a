import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { clientIds, exportName } from './generators/client-registry.ts';
import { fromRoot } from './root.mjs';

const [id = ''] = process.argv.slice(2);
const definition = `src/clients/definitions/${id}.ts`;
const fixture = `fixtures/clients/${id}/config.json`;

const refusal = whyNot();
if (refusal) {
  console.error(`${refusal}\nusage: npm run create-client -- <id>, such as my-editor`);
  process.exitCode = 2;
} else {
  write(definition, definitionText());
  write(fixture, fixtureText());
  console.log(nextSteps());
}

function whyNot(): string | undefined {
  if (id === '') return 'Which client?';
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id))
    return `"${id}" is not a valid id: use lower-case letters and digits, separated by dashes.`;
  if (clientIds().includes(id)) return `There is a client "${id}" already: ${definition}`;
  return existsSync(fromRoot(fixture)) ? `There is a fixture already: ${fixture}` : undefined;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(fromRoot(path)), { recursive: true });
  writeFileSync(fromRoot(path), text);
}

function definitionText(): string {
  const today = new Date().toISOString().slice(0, 10);
  return `import { plainEntry } from '../lenses/plain-entry.ts';
import type { Client } from '../types.ts';

export const ${exportName(id)} = (): Client => ({
  id: '${id}',
  name: '${id}',
  docs: 'https://example.com/docs/mcp',
  verified: { on: '${today}', by: 'docs' },
  locations: [
    { scope: 'project', paths: ['.${id}/mcp.json'], format: 'json' },
    { scope: 'user', paths: ['~/.${id}/mcp.json'], format: 'json' },
  ],
  shapes: [{ at: ['mcpServers'], lenses: plainEntry() }],
  transports: ['stdio', 'http'],
  references: {},
  unknownKeys: 'kept',
  merge: 'replace',
});
`;
}

function fixtureText(): string {
  return `{
  "sentinel": "keep me",
  "mcpServers": {
    "files": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/me/notes"],
      "env": { "LOG_LEVEL": "debug" }
    },
    "remote": {
      "url": "https://mcp.example.com/mcp",
      "headers": { "X-Team": "blue" }
    }
  }
}
`;
}

function nextSteps(): string {
  return `wrote ${definition}
wrote ${fixture}

Next:
  1. Say in ${definition} what is true for this client.
  2. Make ${fixture} look like a real file of it.
  3. npm run generate
  4. npm test -- clients, then look at fixtures/clients/${id}/golden
docs/adding-a-client.md explains each step.`;
}
