import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { protocolTools } from '../../scripts/setup/protocol-tools.mjs';
import { type App, type HttpFront, listenHttp } from '../../src/library/opencode.ts';
import { runConformanceChecks } from '../support/conformance-checks.ts';
import { type Ended, runToEnd } from '../support/run-to-end.ts';
import { appFor } from './support/in-process.ts';
import { makeWorld, type World } from './support/world.ts';

// OpenCode takes its time to start, all the more on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const program = fileURLToPath(new URL('../../bin/plugboard.js', import.meta.url));
const tools = protocolTools();
let world: World;
let app: App;
let front: HttpFront;
let url: string;

beforeAll(async () => {
  world = await makeWorld();
  app = appFor(world, { MCP_HTTP_PORT: '0', OPENCODE_MCP_TOOLSETS: 'all' }, []);
  front = await listenHttp(app);
  // The checks of the address only make sense for this name.
  url = front.url.replace('127.0.0.1', 'localhost');
});

afterAll(async () => {
  await front.close();
  await app.close();
  await world.model.close();
});

const start = (file: string, args: readonly string[]): Promise<Ended> => runToEnd(file, args, world.project);

describe('the MCP Inspector', () => {
  const inspect = (...args: string[]): Promise<Ended> => start(process.execPath, [tools.inspector, '--cli', ...args]);
  const overStdio = (): string[] => [
    process.execPath,
    program,
    'opencode',
    '--toolsets',
    'all',
    ...Object.entries(world.env).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
  ];

  it.each(['legacy', 'modern'])('finds no fault with the tools over HTTP, %s', async (era) => {
    const args = [
      '--transport',
      'http',
      '--protocol-era',
      era,
      '--method',
      'tools/list',
      '--strict',
      '--format',
      'json',
    ];
    const { code, stdout, stderr } = await inspect(url, ...args);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout.match(/"name":"opencode_/g)).toHaveLength(55);
  });

  it('finds no fault with the tools over standard streams', async () => {
    const { code, stdout, stderr } = await inspect(
      ...overStdio(),
      '--method',
      'tools/list',
      '--strict',
      '--format',
      'json',
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout.match(/"name":"opencode_/g)).toHaveLength(55);
  });

  it('can call a tool, both ways', async () => {
    const call = ['--method', 'tools/call', '--tool-name', 'opencode_status'];
    const answers = [await inspect(url, '--transport', 'http', ...call), await inspect(...overStdio(), ...call)];
    for (const { code, stdout } of answers) {
      expect({ code, stdout }).toMatchObject({ code: 0 });
      expect(stdout).toContain('\\"healthy\\":true');
    }
  });
});

const scenarios = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'logging-set-level',
    'dns-rebinding-protection',
    'resources-list',
    'prompts-list',
    'server-sse-multiple-streams',
    'server-session-lifecycle',
  ],
  '2026-07-28': [
    'tools-list',
    'dns-rebinding-protection',
    'resources-list',
    'prompts-list',
    'server-sse-multiple-streams',
    'server-stateless',
    'caching',
    'sep-2164-resource-not-found',
    'http-header-validation',
  ],
};

describe.each(Object.entries(scenarios))('the conformance checks of %s', (version, names) => {
  let expectPassed: (scenario: string) => void;

  beforeAll(async () => {
    expectPassed = await runConformanceChecks(url, version);
  }, 300_000);

  it.each(names)('pass: %s', (scenario) => expectPassed(scenario));
});
