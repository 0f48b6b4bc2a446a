import { describe, expect, it } from 'vitest';
import { readPasted } from '../../../src/manage/paste/read-pasted.ts';
import { refusalOf, serversIn } from './support/read.ts';

const readme = `# Files

[![Add to Cursor](https://img.shields.io/badge/x)](https://cursor.com/install-mcp?name=files&config=eyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyItbSJdfQ%3D%3D)

Try it first:

\`\`\`bash
npm install -g files-mcp
npx -y @modelcontextprotocol/inspector npx files-mcp
npx -m
\`\`\`

## Claude Code

\`\`\`sh
claude mcp add files -- npx -m
\`\`\`

## Claude Desktop

1. Open the file and add

   \`\`\`jsonc
   {
     // yours
     "mcpServers": {
       "files": { "command": "npx", "args": ["-m"] },
       "more": { "command": "npx", "args": ["more"], "colors": 1 }
     }
   }
   \`\`\`

## Codex

   ~~~toml
   [mcp_servers.files]
   command = "npx"
   args = ["-m"]
   ~~~

## Goose

- in the list
  \`\`\`yaml
  extensions:
    files:
      type: stdio
      cmd: npx
      args: ["-m"]
      enabled: true
  \`\`\`

## Development

\`\`\`ts
const config = { mcpServers: { wrong: { command: "no" } } };
\`\`\`
`;

describe('a page of documentation', () => {
  it('gives every server once, whatever way it is shown in', async () => {
    const { servers, kind, diagnostics } = await readPasted(readme);
    expect(servers.map(({ name, server }) => [name, server.args])).toEqual([
      ['files', ['-m']],
      ['more', ['more']],
    ]);
    expect(kind).toBe('mixed');
    expect(diagnostics).toMatchObject([
      { code: 'key-ignored', range: { start: { offset: readme.indexOf('"colors"'), column: 54 } } },
    ]);
  });

  it.each([
    ['JSON', '```json\n{"mcpServers":{"files":{"command":"npx","args":["-m"]}}}\n```'],
    ['a fence without a language', 'Add:\n```\n"files": { "command": "npx", "args": ["-m"] }\n```\nDone.'],
    ['a fence that is never closed', '```\nclaude mcp add files -- npx -m'],
    ['a quoted fence', '> ```json\n> {"files":{"command":"npx","args":["-m"]}}\n> ```'],
    ['code within a sentence', 'Run `claude mcp add files -- npx -m` and restart; it isn’t hard.'],
    ['code alone on its line', '`claude mcp add files -- npx -m`'],
    [
      'a page copied without its fences',
      'Claude Code\nclaude mcp add files -- npx -m\nCursor\n{"mcpServers":{"files":{"command":"npx","args":["-m"]}}}\n',
    ],
  ])('is read: %s', async (_what, text) => {
    expect(await serversIn(text)).toMatchObject({ files: { command: 'npx', args: ['-m'] } });
    expect(Object.keys(await serversIn(text))).toEqual(['files']);
  });

  it('counts what starts a server only when nothing defines one', async () => {
    const start = '```bash\nnpm i\nnpx -y files-mcp\n```\n';
    expect(Object.keys(await serversIn(start))).toEqual(['files']);
    expect(Object.keys(await serversIn(`${start}\n\`\`\`json\n{"x":{"command":"y"}}\n\`\`\``))).toEqual(['x']);
  });

  it('tells about definitions that are not taken', async () => {
    const text = '```sh\nclaude mcp add a -- npx a\nclaude mcp add b -- npx b | cat\n```';
    const { servers, diagnostics } = await readPasted(text);
    expect(servers.map(({ name }) => name)).toEqual(['a']);
    expect(diagnostics).toMatchObject([{ code: 'syntax', range: { start: { line: 3 } } }]);
    expect(await refusalOf('```sh\nclaude mcp add b -- npx b | cat\n```')).toContain('|');
  });

  it('without a server is refused', async () => {
    expect(await refusalOf('```ts\nconst a = { command: "x" };\n```')).toBe('');
  });
});
