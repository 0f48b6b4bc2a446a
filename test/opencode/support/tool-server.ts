import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An MCP server for OpenCode itself, as a program with one tool that writes a file. */
const program = `
import { createInterface } from 'node:readline';
import { writeFileSync } from 'node:fs';
const tools = [{ name: 'stamp', description: 'Write a file', inputSchema: { type: 'object', properties: { path: { type: 'string' } } } }];
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  if (method === 'tools/call') writeFileSync(params.arguments.path, 'stamped');
  const result =
    method === 'initialize'
      ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'stamps', version: '1' } }
      : method === 'tools/list'
        ? { tools }
        : method === 'tools/call'
          ? { content: [{ type: 'text', text: 'Stamped' }] }
          : {};
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
}
`;

/** The entry of it in the settings of OpenCode. Its tool is `stamps_stamp` there. */
export function stampServer(folder: string): object {
  const path = join(folder, 'stamps.mjs');
  writeFileSync(path, program);
  return { stamps: { type: 'local', command: [process.execPath, path] } };
}
