import { expect, it, onTestFinished } from 'vitest';
import { json, startHttp, status } from '../../runtime/servers/http.mjs';
import { initialized, page } from '../../runtime/servers/message-lines.mjs';
import { machineWith, misbehaving, toolbox } from './support/servers.ts';
import { startProgram } from './support/start-program.ts';

/** Tells everything it was sent, in every way there is to complain. */
async function gossip(): Promise<string> {
  const server = await startHttp((request, response) => {
    const told = JSON.stringify([request.headers, request.url]);
    const { id, method, params } = request.message ?? {};
    if (request.method !== 'POST') return status(response, 405, told);
    if (id === undefined) return status(response, 202);
    if (method === 'initialize')
      return json(response, { jsonrpc: '2.0', id, result: initialized()(params as Record<string, unknown>) });
    if (method === 'tools/list') return json(response, { jsonrpc: '2.0', id, result: page(['x']) });
    return json(response, { jsonrpc: '2.0', id, error: { code: -1, message: told } });
  });
  onTestFinished(() => server.close());
  return server.url;
}

it('are in no output of any command', async () => {
  const url = new URL(await gossip());
  url.username = 'me';
  url.password = 'canary-password';
  url.searchParams.set('token', 'canary-query');
  const env = { TOKEN: 'canary-env', FROM: '${OUTER}' };
  const here = machineWith({
    user: {
      dies: misbehaving('dies at start', { env }),
      box: toolbox({ env, args: [...(toolbox().args ?? []), '--api-key', 'canary-argument'] }),
      remote: { url: url.href, headers: { Authorization: 'Bearer canary-header', 'X-Key': 'canary-key' } },
    },
    // Shown in full before the approval: it is not the user's.
    project: { theirs: toolbox({ env: { TOKEN: 'of-the-project' } }) },
  });
  const lines = [
    ['test'],
    ['test', 'theirs'],
    ['tools', '--refresh'],
    ['tools', 'box'],
    ['call', 'box', 'crash'],
    ['call', 'remote', 'x'],
    ['resources'],
    ['prompts'],
    ['resources', 'remote', 'x://y'],
  ];
  for (const line of lines) {
    for (const more of [['-v'], ['--json']]) {
      const { stdout, stderr } = await startProgram(here, [...line, ...more], { OUTER: 'canary-outer' }).ended();
      expect(stdout + stderr).not.toBe('');
      expect(`${line.join(' ')}: ${stdout}${stderr}`).not.toContain('canary');
    }
  }
});
