import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { openCallLog, readCallLog } from '../../src/store/logs/call-log.ts';
import { stateFile } from '../../src/store/state/places.ts';
import { box } from './support/box.ts';

const processes = 8;
const calls = 200;
const call = { server: 'a', outcome: 'ok', ms: 1, bytesIn: 2, bytesOut: 3 } as const;

/** A program that logs so many calls, each with a write of its own. */
async function writer(): Promise<string> {
  const outfile = join(mkdtempSync(join(homedir(), 'calls-')), 'calls.mjs');
  const source = (name: string): string =>
    JSON.stringify(fileURLToPath(new URL(`../../src/store/${name}`, import.meta.url)));
  const contents = `
    import { openCallLog } from ${source('logs/call-log.ts')};
    import { nodeHost } from ${source('host/node-host.ts')};
    const log = openCallLog(nodeHost(), 'cli', (text) => text);
    for (let index = 0; index < ${calls}; index += 1) {
      log.note({ ...${JSON.stringify(call)}, tool: process.argv[2] + '-' + index });
      log.flush();
    }`;
  const stdin = { contents, resolveDir: dirname(outfile) };
  await build({ stdin, outfile, bundle: true, format: 'esm', platform: 'node' });
  return outfile;
}

it.each([
  ['far from full', 0],
  ['put aside meanwhile', 6500],
])('a call log that is %s loses no line of several processes, tears none, and stays small', async (_how, before) => {
  const { host } = box();
  const log = openCallLog(host, 'cli', (text) => text);
  for (let index = 0; index < before; index += 1) log.note({ ...call, tool: 'old'.padEnd(30, '-') });
  log.flush();
  const program = await writer();
  const env = { ...process.env, ...host.env };
  const children = Array.from({ length: processes }, (_, index) =>
    spawn(process.execPath, [program, `p${index}`], { env, stdio: 'inherit' }),
  );
  expect(await Promise.all(children.map((child) => once(child, 'exit')))).toEqual(children.map(() => [0, null]));
  const fresh = (await readCallLog(host)).map(({ tool }) => tool).filter((tool) => !tool.startsWith('old'));
  expect(fresh).toHaveLength(processes * calls);
  expect(new Set(fresh).size).toBe(processes * calls);
  const directory = stateFile(host, 'calls');
  const files = readdirSync(directory);
  expect(files.length).toBeLessThanOrEqual(2);
  if (before > 0) expect(files.some((name) => name.endsWith('.1.jsonl'))).toBe(true);
  for (const name of files) {
    expect(statSync(join(directory, name)).size).toBeLessThan(1.1 * 1024 * 1024);
    for (const line of readFileSync(join(directory, name), 'utf8').trimEnd().split('\n'))
      expect(() => JSON.parse(line) as unknown).not.toThrow();
  }
});
