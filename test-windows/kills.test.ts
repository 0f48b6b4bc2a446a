import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { User } from './machine/user.ts';

it('a hundred writers ended with taskkill leave whole files, and the next one finishes their work', async () => {
  const user = new User();
  const files = ['.cursor/mcp.json', '.kiro/settings/mcp.json'];
  for (const file of files) user.write(file, '{\r\n  "mcpServers": { "kept": { "command": "node" } }\r\n}\r\n');
  const args = ['100', ...files.map((file) => user.windows(file))];
  const { stdout, stderr } = await user.program('kill-writers.mjs', args, { timeout: 1_500_000 });
  const seen = JSON.parse(stdout || JSON.stringify({ stderr }));
  expect(seen).toMatchObject({ torn: [], agree: true });
  expect(seen.kills).toBeGreaterThan(90);
  expect(seen.versions).toBeGreaterThan(50);
  // Nothing half-written stays beside them.
  expect(files.flatMap((file) => readdirSync(dirname(join(user.home, file))))).toEqual(['mcp.json', 'mcp.json']);
  const text = user.read(files[0] as string);
  expect(text.replaceAll('\r\n', '')).not.toContain('\n');
}, 1_600_000);
