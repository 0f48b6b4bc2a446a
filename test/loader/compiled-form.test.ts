import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { HEADER_BYTES } from '../../loader/pack.mjs';
import { machine } from '../cli/support/machine.ts';
import { serving } from '../cli/support/serving.ts';
import { compiledIn, headerOf, type Installed, installed, isRoot, root } from './support/installed.ts';

let program: Installed;

beforeEach(() => {
  program = installed({ isWritable: true });
});

function version(): void {
  const { status, stdout, stderr } = program.run(['--version']);
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    stderr: '',
  });
}

const usualMode = 0o644 & ~process.umask();
const compiled = (): string | undefined => compiledIn(program.dist, 'compiled-');

describe('the compiled form', () => {
  it('is made by the first run and used by the next, which leaves it alone', () => {
    expect(compiled()).toBeUndefined();
    version();
    const file = compiled() as string;
    const { ino, mode } = statSync(file);
    expect(mode & 0o777).toBe(usualMode);
    version();
    expect(statSync(file).ino).toBe(ino);
  });

  it('grows with the scripts that other commands need', () => {
    version();
    const names = (): string[] => headerOf(compiled() as string).contents.map(([name]) => name);
    const first = names();
    expect(program.run(['list']).status).toBe(0);
    expect(names()).toEqual(expect.arrayContaining(first));
    expect(names().length).toBeGreaterThan(first.length);
  });

  it('stays with one other of the newest, when Node was updated', () => {
    version();
    const own = compiled() as string;
    const others = [1, 2, 3].map((days) => {
      const [path, when] = [join(program.dist, `compiled-v1.0.${days}-x64`), Date.now() / 1000 - days * 86_400];
      writeFileSync(path, '');
      utimesSync(path, when, when);
      return path;
    });
    expect(program.run(['list']).status).toBe(0);
    expect([own, ...others].filter((path) => existsSync(path))).toEqual([own, others[0]]);
  });

  it('is used by a gateway, but not changed after a call, which changes how V8 compiles', async () => {
    const talkative = join(root, 'test/gateway/servers/talkative.mjs');
    const one = { command: process.execPath, args: [talkative, 'legacy', 'one'] };
    const here = machine({ '~/.cursor/mcp.json': JSON.stringify({ mcpServers: { one } }) });
    const serve = async (work: 'list' | 'call'): Promise<Buffer | undefined> => {
      const gateway = await serving(here, [], program.bin);
      await gateway.request('tools/list');
      if (work === 'call') await gateway.request('tools/call', { name: 'mcp_one_echo', arguments: {} });
      expect(await gateway.end()).toBe(0);
      const file = compiled();
      return file === undefined ? undefined : readFileSync(file);
    };
    expect(await serve('call')).toBeUndefined();
    const made = await serve('list');
    expect(made).toBeDefined();
    for (const work of ['call', 'list'] as const) expect((await serve(work))?.equals(made as Buffer)).toBe(true);
  });
});

/** Each makes a file that must not be executed. V8 would: it checks little more than the length. */
const unusable: Readonly<Record<string, (file: string) => void>> = {
  truncated: (file) => rewrite(file, (bytes) => bytes.subarray(0, bytes.length / 2)),
  'truncated without a new modification time': (file) => {
    const { mtime } = statSync(file);
    rewrite(file, (bytes) => bytes.subarray(0, bytes.length / 2));
    utimesSync(file, mtime, mtime);
  },
  empty: (file) => rewrite(file, () => Buffer.alloc(0)),
  'some other file': (file) => rewrite(file, () => Buffer.from('{}')),
  'changed in one byte': (file) =>
    rewrite(file, (bytes) => {
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 1000) ^ 1, bytes.length - 1000);
      return bytes;
    }),
  'of another build': (file) => {
    const { mtime } = statSync(file);
    rewrite(file, (bytes) => {
      bytes.write(JSON.stringify({ ...headerOf(file), build: 'other' }).padEnd(HEADER_BYTES), 'latin1');
      return bytes;
    });
    utimesSync(file, mtime, mtime);
  },
  'of another Node': (file) => {
    const { mtime } = statSync(file);
    rewrite(file, (bytes) =>
      Buffer.concat([bytes.subarray(0, HEADER_BYTES), Buffer.alloc(bytes.length - HEADER_BYTES)]),
    );
    utimesSync(file, mtime, mtime);
  },
  ...(process.platform !== 'win32' && {
    'writable by other users': (file: string) => chmodSync(file, 0o666),
    'a symbolic link': (file: string) => {
      renameSync(file, `${file}.real`);
      symlinkSync(`${file}.real`, file);
    },
  }),
  ...(isRoot && { 'owned by another user': (file: string) => chownSync(file, 12_345, 12_345) }),
};

function rewrite(file: string, change: (bytes: Buffer) => Buffer): void {
  writeFileSync(file, change(readFileSync(file)));
}

describe.each(Object.entries(unusable))('a compiled form that is %s', (_, damage) => {
  it('is ignored and replaced', () => {
    version();
    const file = compiled() as string;
    const names = headerOf(file).contents.map(([name]) => name);
    damage(file);
    // A second name keeps the number of the file from being given away again.
    linkSync(file, `${program.home}/damaged`);
    const { ino } = lstatSync(file);
    version();
    const status = lstatSync(file);
    expect(status.ino).not.toBe(ino);
    expect({ isFile: status.isFile(), mode: status.mode & 0o777 }).toEqual({ isFile: true, mode: usualMode });
    expect(headerOf(file).contents.map(([name]) => name)).toEqual(names);
    version();
    expect(lstatSync(file).ino).toBe(status.ino);
  });
});
