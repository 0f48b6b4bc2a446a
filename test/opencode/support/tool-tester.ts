// oxlint-disable vitest/no-standalone-expect -- every test calls these.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type InProcess, startInProcess } from './in-process.ts';
import type { ToolAnswer } from './peer.ts';
import { makeWorld, type World } from './world.ts';

type Data = ToolAnswer['data'];

/** Calls every tool of one server, and keeps count. */
export class ToolTester {
  readonly succeeded = new Set<string>();
  readonly failed = new Set<string>();
  /** The id of a session that does not exist. */
  readonly nobody = 'ses_nobody';
  #started: { readonly world: World; readonly server: InProcess } | undefined;

  async start(): Promise<void> {
    const world = await makeWorld({ models: { varied: { name: 'Varied', variants: { high: {}, low: {} } } } });
    this.#started = { world, server: await startInProcess(world, { OPENCODE_MCP_TOOLSETS: 'all' }) };
    await this.ok('opencode_status');
  }

  async stop(): Promise<void> {
    await this.server.app.close();
    await this.world.model.close();
  }

  get world(): World {
    if (!this.#started) throw new Error('not started');
    return this.#started.world;
  }

  get server(): InProcess {
    if (!this.#started) throw new Error('not started');
    return this.#started.server;
  }

  /** A call that succeeds, in the two forms that have to say the same. */
  async ok(name: string, args: object = {}): Promise<Data> {
    const { isError, data, content, structured } = await this.server.peer.call(name, args);
    expect({ name, isError, data }).toMatchObject({ isError: false });
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structured) }]);
    this.succeeded.add(name);
    return data;
  }

  /** A call that fails well: with a code, words, and something to do about it. */
  async fails(name: string, args: object, code: string): Promise<Data> {
    const { isError, data, content, structured } = await this.server.peer.call(name, args);
    expect({ name, isError, data }).toMatchObject({
      isError: true,
      data: { code, error: expect.stringMatching(/\w/) },
    });
    expect(structured).toBeUndefined();
    expect(content).toHaveLength(1);
    expect(data['suggestions'].length).toBeGreaterThan(0);
    this.failed.add(name);
    return data;
  }

  async session(): Promise<string> {
    return (await this.ok('opencode_session_create', { title: 'A talk' }))['sessionId'];
  }

  /** A file of the project. */
  read(path: string): string {
    return readFileSync(join(this.world.project, path), 'utf8');
  }

  /** Has the model write a file when a prompt says so. */
  writes(script: string, path: string, content: string): void {
    const filePath = join(this.world.project, path);
    this.world.model.script(script, { tool: 'write', arguments: { filePath, content } }, { text: 'Written.' });
  }
}
