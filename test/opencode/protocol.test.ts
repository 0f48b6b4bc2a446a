import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { protocolTools } from '../../scripts/setup/protocol-tools.mjs';
import { type App, type HttpFront, listenHttp } from '../../src/opencode/index.ts';
import { appFor } from './support/in-process.ts';
import { makeWorld, type World } from './support/world.ts';

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

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function start(file: string, args: readonly string[]): Promise<Ended> {
  return new Promise((done) => {
    execFile(file, args, { cwd: world.project, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
  });
}

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
      expect(stdout).toContain('\\"healthy\\": true');
    }
  });
});

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

describe('the conformance checks', () => {
  /** What has failed of a scenario, apart from what can only be tried with tools that no real server has. */
  async function failures(scenario: string, version: string): Promise<readonly Check[]> {
    const out = mkdtempSync(join(homedir(), 'conformance-'));
    const args = ['server', '--url', url, '--scenario', scenario, '--spec-version', version, '-o', out];
    const { stdout, stderr } = await start(tools.node, [tools.conformance, ...args]);
    const file = readdirSync(out, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('checks.json'));
    if (file === undefined) throw new Error(stdout + stderr);
    const checks = JSON.parse(readFileSync(join(out, file), 'utf8')) as Check[];
    expect(checks.some(({ status }) => status === 'SUCCESS')).toBe(true);
    return checks.filter((check) => check.status === 'FAILURE' && !check.errorMessage?.startsWith('Not testable'));
  }

  it.each([
    'server-initialize',
    'ping',
    'tools-list',
    'logging-set-level',
    'dns-rebinding-protection',
    'resources-list',
    'prompts-list',
    'server-sse-multiple-streams',
    'server-session-lifecycle',
  ])('of 2025-11-25 pass: %s', async (scenario) => expect(await failures(scenario, '2025-11-25')).toEqual([]));

  it.each([
    'tools-list',
    'dns-rebinding-protection',
    'resources-list',
    'prompts-list',
    'server-sse-multiple-streams',
    'server-stateless',
    'caching',
    'sep-2164-resource-not-found',
    'http-header-validation',
  ])('of 2026-07-28 pass: %s', async (scenario) => expect(await failures(scenario, '2026-07-28')).toEqual([]));
});
