import { describe, expect, it } from 'vitest';
import { execute } from '../../../src/runtime/tools/execute.ts';
import { ToolAbortError } from '../../../src/runtime/tools/tool-abort-error.ts';
import type { ServerToRun } from '../../../src/runtime/types.ts';
import { eventually } from './support/eventually.ts';
import { connection, OddServer } from './support/live-servers.ts';

const call = (mcpToolName: string): { serverName: string; mcpToolName: string } => ({ serverName: 'odd', mcpToolName });
const never: ServerToRun = {
  name: 'never',
  server: { command: process.execPath, args: ['-e', 'process.stdin.resume()'], retries: 0 },
};

describe('execute', () => {
  it.each([
    ['echo', '{"a":1}', false],
    ['odd', 'text\n{"type":"hologram","shape":"cube"}', false],
    ['structured', '{"sum":3}', false],
    ['fail', 'Error: no such file', true],
    ['refuse', 'MCP error: not today', true],
    ['ask', 'MCP error: ask asks for more input, which is not supported here', true],
  ])('%s gives %j', async (tool, text, isError) => {
    const odd = await OddServer.make('odd');
    const output = await execute(connection(odd.toRun).connection, call(tool), { a: 1 });
    expect(output).toMatchObject({ text, isError, details: { serverName: 'odd', mcpToolName: tool } });
  });

  it('keeps what the server sent, and where the server is defined', async () => {
    const odd = await OddServer.make('odd');
    const origin = { file: '/x/mcp.json', client: 'cursor', scope: 'user' } as const;
    const { details } = await execute(connection(odd.toRun).connection, { ...call('echo'), origin }, {});
    expect(details).toEqual({
      ...call('echo'),
      origin,
      result: { content: [{ type: 'text', text: '{}' }], 'x-more': 1 },
    });
  });

  it('keeps code and data of an error answer', async () => {
    const odd = await OddServer.make('odd');
    const { details } = await execute(connection(odd.toRun).connection, call('refuse'), {});
    expect(details.error).toEqual({ code: -32055, message: 'not today', data: { retry: 5 } });
  });

  it('tells of progress, and stops when told to', async () => {
    const odd = await OddServer.make('odd');
    const controller = new AbortController();
    const seen: unknown[] = [];
    const reason = new Error('enough');
    const waiting = execute(
      connection(odd.toRun).connection,
      call('wait'),
      {},
      {
        signal: controller.signal,
        onProgress(progress) {
          if (seen.push(progress) === 2) controller.abort(reason);
        },
      },
    );
    const error: unknown = await waiting.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ToolAbortError);
    expect(error).toMatchObject({ name: 'ToolAbortError', cause: reason });
    expect(seen).toEqual([
      { progress: 1, total: 2, message: 'step 1' },
      { progress: 2, total: 2, message: 'step 2' },
    ]);
    await eventually(() => expect(odd.log()).toContain('cancelled true'));
  });

  it('starts nothing for a call that is already aborted', async () => {
    const odd = await OddServer.make('odd');
    const signal = AbortSignal.abort();
    await expect(execute(connection(odd.toRun).connection, call('echo'), {}, { signal })).rejects.toThrow(
      ToolAbortError,
    );
    expect(odd.log()).toEqual([]);
  });

  it('can be aborted while connecting', async () => {
    const { connection: source } = connection(never);
    const controller = new AbortController();
    const waiting = execute(source, call('echo'), {}, { signal: controller.signal });
    await eventually(() => expect(source.state.name).toBe('connecting'));
    controller.abort();
    await expect(waiting).rejects.toThrow(ToolAbortError);
  });

  it('takes an AbortError for an abort, wherever it comes from', async () => {
    const source = { ready: async () => Promise.reject(new DOMException('gone', 'AbortError')) };
    await expect(execute(source, call('echo'), {})).rejects.toThrow(ToolAbortError);
  });

  it('says why a server cannot be reached', async () => {
    const missing = { name: 'missing', server: { command: 'there-is-no-such-program' } };
    const output = await execute(connection(missing).connection, call('echo'), {});
    expect(output).toMatchObject({ isError: true, details: { failure: { kind: 'not-found' } } });
    expect(output.text).toMatch(/^MCP error: .*there-is-no-such-program/);
  });

  it('says so when the server dies in the middle, and starts it again for the next call', async () => {
    const odd = await OddServer.make('odd');
    const { connection: source } = connection(odd.toRun);
    const output = await execute(source, call('die'), {});
    expect(output).toMatchObject({ isError: true, details: { failure: { kind: 'exited', exitCode: 3 } } });
    expect(output.text).toMatch(/^MCP error: /);
    expect((await execute(source, call('echo'), {})).text).toBe('{}');
    expect(odd.count('start')).toBe(2);
  });
});
