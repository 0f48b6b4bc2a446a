import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { linesIn, machineWith, moody } from './support/servers.ts';

const toolbox = fileURLToPath(new URL('servers/toolbox.mjs', import.meta.url));

it.each([['soon'], [''], [0], [-1], [null], [[]], [{}]])(
  'a time limit of %j is ignored, as validate says, and does not end the process',
  (timeout) => {
    const here = machineWith({});
    const file = '~/.cursor/mcp.json';
    here.write(file, JSON.stringify({ mcpServers: { a: { command: process.execPath, args: [toolbox], timeout } } }));
    const { warnings } = here.ask(['validate', here.path(file)]);
    expect(warnings).toMatchObject([{ code: 'timeout-ignored' }]);
    expect(here.run(['test'])).toMatchObject({ code: 0, stdout: expect.stringContaining('✓ a') });
  },
);

it('a number of retries that is ignored does not retry without end', () => {
  const here = machineWith({});
  here.write('mood', 'broken');
  const files = { mood: here.path('gone'), starts: here.path('starts') };
  const a = moody(files, { timeout: 20, retries: 'often' });
  here.write('~/.cursor/mcp.json', JSON.stringify({ mcpServers: { a } }));
  expect(here.run(['tools', 'a']).code).not.toBe(0);
  expect(linesIn(here.path('starts')).length).toBeLessThanOrEqual(4);
});
