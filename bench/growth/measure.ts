import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../../scripts/root.mjs';
import type { MeasuredCommand } from './commands.ts';

export interface Usage {
  /** CPU time, of the user and the system. */
  readonly seconds: number;
  readonly megabytes: number;
}

const report = fromRoot('bench', 'growth', 'report-usage.mjs');
const program = fromRoot('bin', 'plugboard.js');
/** Issues or differences were found. */
const FINDINGS = 6;

/** Cost of a command in a copy of this home. `matrix` is the program for the one without a command. */
export function measure(home: string, { name, words, before }: MeasuredCommand, matrix: string): Usage {
  const copy = mkdtempSync(`${home}-`);
  try {
    cpSync(home, copy, { recursive: true });
    const cwd = join(copy, 'project');
    mkdirSync(cwd, { recursive: true });
    const usage = join(copy, 'usage.json');
    const env = { HOME: copy, USERPROFILE: copy, PATH: process.env['PATH'], PLUGBOARD_BENCH_USAGE: usage };
    if (before) execFileSync(process.execPath, [program, ...before], { cwd, env, stdio: 'ignore' });
    const line = words ? [program, ...words] : [matrix];
    const ended = spawnSync(process.execPath, ['--import', report, ...line], {
      cwd,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (ended.status !== 0 && ended.status !== FINDINGS) throw new Error(`${name} failed: ${ended.stderr.toString()}`);
    return JSON.parse(readFileSync(usage, 'utf8')) as Usage;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
