import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { convertPart } from '../../loader/build/convert-part.mjs';
import { pack } from '../../loader/pack.mjs';
import { root } from './support/installed.ts';

interface PartSource {
  readonly text: string;
  readonly exports?: readonly string[];
}

/** Runs a program of these parts with the real loader. Each string is the name of a script, made of parts. */
async function run(scripts: readonly Readonly<Record<string, PartSource>>[], files: Record<string, string> = {}) {
  const place = mkdtempSync(join(homedir(), 'parts-'));
  const write = (name: string, content: string | Buffer): void => {
    mkdirSync(join(place, name, '..'), { recursive: true });
    writeFileSync(join(place, name), content);
  };
  const pieces = await Promise.all(
    scripts.map(async (parts) => {
      const converted = await Promise.all(
        Object.entries(parts).map(
          async ([name, { text, exports = [] }]) => `${JSON.stringify(name)}:${await convertPart(name, text, exports)}`,
        ),
      );
      return [Object.keys(parts).join(' '), Buffer.from(`({${converted.join()}})`)] as const;
    }),
  );
  write('dist/program', pack({ build: 'test' }, pieces));
  cpSync(join(root, 'dist/loader.cjs'), join(place, 'dist/loader.cjs'));
  write('package.json', '{ "type": "module" }');
  for (const [name, content] of Object.entries(files)) write(name, content);
  write('main.cjs', "require('./dist/loader.cjs').run();");
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(place, 'main.cjs')], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

it('keeps names, default exports, namespaces and the order of evaluation', async () => {
  const result = await run([
    {
      'main.js': {
        text: `import first, { value as v, "a-b" as odd, delete as gone } from "./other.js";
import * as all from "./other.js";
import { join } from "node:path";
import os from "node:os";
console.log("main", first(), v, odd, gone, all.value, join("a", "b"), typeof os.homedir);`,
      },
    },
    {
      'other.js': {
        text: `console.log("other");
function first() { return "default"; }
const value = 1; const odd = 2; const gone = 3;
export { first as default, value, odd as "a-b", gone as delete };`,
        exports: ['default', 'value', 'a-b', 'delete'],
      },
    },
  ]);
  expect(result).toEqual({ status: 0, stderr: '', stdout: 'other\nmain default 1 2 3 1 a/b function\n' });
});

it('runs a part when it is imported, and once', async () => {
  const late = { text: 'console.log("late"); const name = "late"; export { name, name as default };' };
  const result = await run([
    {
      'main.js': {
        text: `console.log("main");
const [one, two] = [await0("./late.js"), 1];
async function await0() { return import("./late.js"); }
one.then(async ({ name, default: same }) => console.log(name, same, (await import("./late.js")).name, two));`,
      },
      'late.js': { ...late, exports: ['name', 'default'] },
      'unused.js': { text: 'console.log("unused");' },
    },
  ]);
  expect(result).toEqual({ status: 0, stderr: '', stdout: 'main\nlate\nlate late late 1\n' });
});

it('imports a screen as the ES module it is, with top-level await', async () => {
  const result = await run(
    [{ 'main.js': { text: 'import("screens/one.js").then(({ show }) => console.log(show()));' } }],
    { 'dist/screens/one.js': 'const text = await Promise.resolve("shown"); export const show = () => text;' },
  );
  expect(result).toEqual({ status: 0, stderr: '', stdout: 'shown\n' });
});

it('imports an installed package whose name is known only at run time', async () => {
  const text = `const name = ["key", "ring"].join("");
import(name).then(({ Entry }) => console.log(new Entry().read()), (error) => console.log(error.code));`;
  const parts = [{ 'main.js': { text } }];
  const index = 'exports.Entry = class { read() { return "found"; } };';
  expect((await run(parts)).stdout).toBe('MODULE_NOT_FOUND\n');
  expect(
    (await run(parts, { 'node_modules/keyring/index.js': index, 'node_modules/keyring/package.json': '{}' })).stdout,
  ).toBe('found\n');
});
