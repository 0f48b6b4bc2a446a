import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { machine, type Machine } from '../support/machine.ts';

/** The arguments and environment with which a fake client was started. */
interface Started {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  /** The content of the files after `--mcp-config`. */
  readonly configs: readonly string[];
}

/** Writes down how it was started, and ends as `END_WITH` says: a number, or the name of a signal. */
const script = `#!${process.execPath}
const { readFileSync, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
const configs = args.flatMap((word, index) => (args[index - 1] === '--mcp-config' ? [readFileSync(word, 'utf8')] : []));
const stdin = process.stdin.isTTY ? '' : readFileSync(0, 'utf8');
writeFileSync(process.env.RECORD, JSON.stringify({ args, cwd: process.cwd(), env: process.env, stdin, configs }));
const end = process.env.END_WITH ?? '0';
if (/^SIG/.test(end)) process.kill(process.pid, end);
else process.exit(Number(end));
`;

/** A machine on which `claude` is a program that only writes down how it was started. */
export function machineWithClaude(
  files: Readonly<Record<string, string>> = {},
): Machine & { readonly started: () => Started | undefined; readonly inPath: Readonly<Record<string, string>> } {
  const here = machine({ ...files, '~/bin/claude': script });
  chmodSync(here.path('~/bin/claude'), 0o755);
  const record = here.path('~/record.json');
  const inPath = { PATH: here.path('~/bin'), RECORD: record };
  return {
    ...here,
    env: { ...here.env, ...inPath },
    inPath,
    started: () => (existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as Started) : undefined),
  };
}
