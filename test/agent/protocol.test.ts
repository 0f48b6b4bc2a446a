import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { protocolTools } from '../../scripts/setup/protocol-tools.mjs';
import { makeAgentApp } from '../../src/agent/app.ts';
import { buildServer } from '../../src/agent/build-server.ts';
import { LegacySessions } from '../../src/opencode/transport/legacy-sessions.ts';
import { box } from '../store/support/box.ts';
import { runConformanceChecks } from '../support/conformance-checks.ts';
import { type Ended, runToEnd } from '../support/run-to-end.ts';

vi.setConfig({ testTimeout: 180_000 });

const program = fileURLToPath(new URL('../../bin/plugboard.js', import.meta.url));
const tools = protocolTools();
const here = box();

const start = (file: string, args: readonly string[]): Promise<Ended> => runToEnd(file, args, here.host.cwd);

describe('the MCP Inspector', () => {
  it.each(['legacy', 'modern'])('finds no fault with the tools over standard streams, %s', async (era) => {
    const { code, stdout, stderr } = await start(process.execPath, [
      tools.inspector,
      '--cli',
      process.execPath,
      program,
      'mcp',
      '--protocol-era',
      era,
      '-e',
      `HOME=${here.host.home}`,
      '-e',
      `PLUGBOARD_HOME=${here.host.env['PLUGBOARD_HOME'] ?? ''}`,
      '--method',
      'tools/list',
      '--strict',
      '--format',
      'json',
    ]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout.match(/"name":"(?:list|get|search|plan|apply)_\w+"/g)).toHaveLength(5);
  });
});

const scenarios = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list'],
  '2026-07-28': [
    'tools-list',
    'resources-list',
    'prompts-list',
    'server-stateless',
    'caching',
    'sep-2164-resource-not-found',
  ],
};

/** The suite only asks over HTTP, so the same server is put behind a port for it. */
describe.each(Object.entries(scenarios))('the conformance checks of %s', (version, names) => {
  const app = makeAgentApp({ host: here.host, version: '1.2.3', mayApply: false, write: () => undefined });
  const legacy = new LegacySessions(() => buildServer(app));
  const modern = createMcpHandler(() => buildServer(app), { legacy: 'reject' });
  let server: ReturnType<typeof serve>;
  let expectPassed: (scenario: string) => void;

  beforeAll(async () => {
    const fetch = async (request: Request): Promise<Response> =>
      (await isLegacyRequest(request)) ? legacy.fetch(request) : modern.fetch(request);
    const port = await new Promise<number>((done) => {
      server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, (info) => done(info.port));
    });
    expectPassed = await runConformanceChecks(`http://localhost:${port}/mcp`, version);
  }, 300_000);

  afterAll(async () => {
    await Promise.all([legacy.close(), modern.close()]);
    await new Promise((done) => {
      server.close(done);
    });
  });

  it.each(names)('pass: %s', (scenario) => expectPassed(scenario));
});
