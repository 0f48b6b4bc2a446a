import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { parse } from 'node:path';
import type { Readable } from 'node:stream';
import type { Environment } from '../../model/reference.ts';
import { isPlainSecret, maskLine } from '../../model/secrets/secret.ts';
import { visible } from '../../model/visible.ts';
import { maskSecrets } from './mask-secrets.ts';
import { killProgram, killOnExit } from './running-programs.ts';

/** A command for the system shell, or a program started without one. */
export type Program = { readonly shell: string } | { readonly file: string; readonly args: readonly string[] };

export type ProgramResult =
  | { readonly output: string }
  /** Why there is no output; `missing` if the program was not found. */
  | { readonly problem: string; readonly missing?: true };

export interface ProgramOptions {
  readonly env: Environment;
  readonly signal?: AbortSignal;
  /** Milliseconds. */
  readonly timeLimit: number;
  /** Bytes. */
  readonly outputLimit: number;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/**
 * Runs a program and returns its trimmed output. Non-interactive: no stdin and, on Unix, no terminal. A program that
 * exceeds a limit is killed with all its descendants.
 */
export async function runProgram(program: Program, options: ProgramOptions): Promise<ProgramResult> {
  options.signal?.throwIfAborted();
  let child: Child;
  try {
    child = start(program, options.env);
  } catch {
    // The system's message would contain the command.
    return { problem: 'it cannot be started' };
  }
  killOnExit(child);
  return finish(child, options);
}

function start(program: Program, env: Environment): Child {
  const options = {
    env: env as NodeJS.ProcessEnv,
    cwd: startingDirectory(env),
    stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that all of it can be killed.
    detached: process.platform !== 'win32',
    windowsHide: true,
  };
  if ('shell' in program) return spawn(program.shell, { ...options, shell: true });
  return spawn(program.file, program.args, options);
}

/**
 * Never the project, where a program or settings file from the repository could replace what was approved. Also, the
 * same command gives the same value everywhere.
 */
function startingDirectory(env: Environment): string {
  const home = env['HOME'] || homedir();
  return existsSync(home) ? home : parse(process.cwd()).root;
}

async function finish(child: Child, { env, signal, timeLimit, outputLimit }: ProgramOptions): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const output: Buffer[] = [];
    let size = 0;
    let errors = '';
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      end();
    };
    const stop = (end: () => void): void => {
      killProgram(child);
      // A process that left the group may keep the pipes open.
      child.stdout.destroy();
      child.stderr.destroy();
      settle(end);
    };
    const onAbort = (): void => stop(() => reject(signal?.reason as Error));
    const timer = setTimeout(() => {
      stop(() => resolve({ problem: `it did not finish within ${timeLimit / 1000} s` }));
    }, timeLimit);
    signal?.addEventListener('abort', onAbort);
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      output.push(chunk);
      if (size > outputLimit) stop(() => resolve({ problem: `it printed more than ${outputLimit / 1024} KiB` }));
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-4096);
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      const problem = `it cannot be started (${error.code ?? error.name})`;
      settle(() => resolve(error.code === 'ENOENT' ? { problem, missing: true } : { problem }));
    });
    child.on('close', (code, killedBy) => {
      const text = Buffer.concat(output).toString().trim();
      settle(() => resolve(resultOf(text, code, killedBy, () => quoteErrorOutput(errors, text, env))));
    });
  });
}

function resultOf(text: string, code: number | null, killedBy: string | null, quoted: () => string): ProgramResult {
  if (code !== 0) {
    return { problem: `it ${code === null ? `was killed by ${killedBy}` : `exited with code ${code}`}${quoted()}` };
  }
  return text === '' ? { problem: `it printed nothing${quoted()}` } : { output: text };
}

const LONGEST = 300;

/** The end of a program's stderr with secrets masked, since it may echo them. */
function quoteErrorOutput(errors: string, output: string, env: Environment): string {
  const lines = errors.split('\n').map((line) => line.trim());
  const tail = lines.filter(Boolean).slice(-3).join(' / ');
  if (tail === '') return '';
  const masked = maskLine(maskSecrets(tail, [output, ...output.split(/\s+/), ...secretsIn(env)]));
  return `: ${visible(masked.length > LONGEST ? `${masked.slice(0, LONGEST)}…` : masked)}`;
}

function secretsIn(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && isPlainSecret(name, value) ? [value] : [],
  );
}
