import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { openRuntime, type Runtime, type RuntimeOptions } from '../../../src/live/open-runtime.ts';
import type { Host } from '../../../src/model/host.ts';
import type { Server } from '../../../src/model/server.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';

const program = fileURLToPath(new URL('../../runtime/tools/servers/odd-server.mjs', import.meta.url));

/** A home with a project in it, and servers that tell how often they were started. */
export class Place {
  readonly home = mkdtempSync(join(homedir(), 'place-'));
  readonly project = join(this.home, 'work', 'project');
  readonly host: Host;

  constructor(env: Record<string, string> = {}) {
    mkdirSync(this.project, { recursive: true });
    const PATH = `${join(this.home, 'bin')}${delimiter}${process.env['PATH']}`;
    const own = { PATH, HOME: this.home, PLUGBOARD_HOME: join(this.home, 'own'), ...env };
    this.host = { ...nodeHost(), home: this.home, cwd: this.project, env: own };
  }

  path(...names: string[]): string {
    return join(this.home, ...names);
  }

  /** As editors and assistants do it: beside the file, then in its place. */
  write(path: string, content: unknown): string {
    const full = this.path(path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(`${full}.new`, typeof content === 'string' ? content : JSON.stringify(content));
    renameSync(`${full}.new`, full);
    return full;
  }

  /** The servers of the person. */
  own(servers: Record<string, Server>): void {
    this.write('.cursor/mcp.json', { mcpServers: servers });
  }

  /** The servers that came with the project. */
  shared(servers: Record<string, Server>): void {
    this.write('work/project/.mcp.json', { mcpServers: servers });
  }

  /** A server whose tools can be changed and whose requests can be read. */
  odd(name: string, more: Partial<Server> = {}): Server {
    this.offer(name, []);
    const env = { TOOLS_FILE: this.path(`${name}.tools`), LOG_FILE: this.path(`${name}.log`), ...more.env };
    return { command: process.execPath, args: [program], ...more, env };
  }

  offer(name: string, tools: readonly unknown[]): void {
    this.write(`${name}.tools`, tools);
  }

  /** How often a server has got a request, or was started. */
  count(name: string, request = 'start'): number {
    const file = this.path(`${name}.log`);
    if (!existsSync(file)) return 0;
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.filter((line) => line === request).length;
  }

  /** Closed with the test. */
  async open(options: RuntimeOptions = {}): Promise<Runtime> {
    const runtime = await openRuntime(this.host, { verify: 'none', ...options });
    onTestFinished(() => runtime.close());
    return runtime;
  }
}

/** Names of the states of all connections. */
export function statesOf({ manager }: Runtime): Record<string, string> {
  return Object.fromEntries(Array.from(manager.connections.values(), ({ name, state }) => [name, state.name]));
}

/** Raw names of the tools of one server. */
export function toolsOf({ tools }: Runtime, server: string): string[] {
  return tools.tools.filter((tool) => tool.serverName === server).map((tool) => tool.mcpToolName);
}
