import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { shippedBundle } from '../scripts/node-bundle.mjs';
import { median, type Result } from './compare.ts';

const ROUNDS = 15;

/** Lines that import these names from files of `src/`. */
export function importing(names: Readonly<Record<string, string>>): string {
  const file = (path: string): string => JSON.stringify(fileURLToPath(new URL(`../src/${path}`, import.meta.url)));
  return Object.entries(names)
    .map(([name, path]) => `import { ${name} } from ${file(path)};\n`)
    .join('');
}

/**
 * Compares whole programs, from their start to their end. Each says at its end how much CPU time it has taken; they run
 * in turn, and the last is measured against the others.
 */
export async function comparePrograms(
  folder: string,
  texts: Readonly<Record<string, string>>,
  cwd: string,
  home: string,
): Promise<Result[]> {
  const names = Object.keys(texts);
  const files = await buildPrograms(folder, Object.values(texts));
  const env = { HOME: home, USERPROFILE: home, PATH: process.env['PATH'] };
  const rounds = Array.from({ length: ROUNDS + 1 }, () => files.map((file) => cpuMilliseconds(file, cwd, env))).slice(
    1,
  );
  return names.map((name, index) => ({
    name,
    milliseconds: median(rounds.map((times) => times[index] as number)),
    ratio: median(rounds.map((times) => (times.at(-1) as number) / (times[index] as number))),
  }));
}

/** The built file of one program. */
export async function buildProgram(folder: string, text: string): Promise<string> {
  const [file = ''] = await buildPrograms(folder, [text]);
  return file;
}

/** As they would be built for release: in chunks, with their dependencies. */
async function buildPrograms(folder: string, texts: readonly string[]): Promise<string[]> {
  const report = "\nprocess.on('exit', () => process.stdout.write(JSON.stringify(process.cpuUsage())));\n";
  const names = texts.map((text, index) => {
    writeFileSync(join(folder, `program-${index}.ts`), text + report);
    return `program-${index}`;
  });
  await build({
    ...shippedBundle,
    write: true,
    entryPoints: names.map((name) => join(folder, `${name}.ts`)),
    outdir: join(folder, 'built'),
    outExtension: { '.js': '.mjs' },
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.filename);",
    },
  });
  await stop();
  return names.map((name) => join(folder, 'built', `${name}.mjs`));
}

function cpuMilliseconds(program: string, cwd: string, env: Record<string, string | undefined>): number {
  const output = execFileSync(process.execPath, [program], { cwd, env, encoding: 'utf8' });
  const { user, system } = JSON.parse(output) as { user: number; system: number };
  return (user + system) / 1000;
}
