import { fstatSync, statSync, writeSync } from 'node:fs';
import { codeOf, reasonOf } from '../../store/read/reason.ts';
import { ExitCode } from '../program/exit-code.ts';

/*
 * Accessing `process.stdout` and its siblings loads Node's streams, which takes a tenth of the time of a short command.
 * Files and pipes do not need them; a terminal does.
 */

const streams = ['stdin', 'stdout', 'stderr'] as const;
type StreamName = (typeof streams)[number];

const kinds = new Map<StreamName, 'plain' | 'other'>();

/** Whether the stream is a terminal. */
export function isTerminal(name: StreamName): boolean {
  return kindOf(name) === 'other' && process[name].isTTY;
}

/** Used when the reader of stdout closes it early, as `head` does. */
let exitCodeSoFar: () => number = () => ExitCode.ok;

/** Sets the exit code for when stdout is closed early. */
export function setEarlyExitCode(exitCode: () => number): void {
  exitCodeSoFar = exitCode;
}

/** Streams that failed. */
const broken = new Set<StreamName>();

/** If results cannot be written, the program ends. Messages on stderr are dropped instead, and the work continues. */
export function writeTo(name: 'stdout' | 'stderr', text: string): void {
  if (broken.has(name)) return;
  const onError = name === 'stdout' ? giveUp : dropMessages;
  if (kindOf(name) === 'other') {
    const stream = process[name];
    if (stream.listenerCount('error', onError) === 0) stream.on('error', onError);
    stream.write(text);
    return;
  }
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length;) at += writeSome(streams.indexOf(name), bytes, at);
  } catch (error) {
    onError(error);
  }
}

function dropMessages(): void {
  broken.add('stderr');
}

function kindOf(name: StreamName): 'plain' | 'other' {
  const known = kinds.get(name) ?? look(name);
  kinds.set(name, known);
  return known;
}

function look(name: StreamName): 'plain' | 'other' {
  try {
    const found = fstatSync(streams.indexOf(name));
    if (process.platform === 'win32') return 'other';
    const isPlain = found.isFile() || found.isFIFO() || found.rdev === statSync('/dev/null').rdev;
    return isPlain ? 'plain' : 'other';
  } catch {
    return 'other';
  }
}

function writeSome(stream: number, bytes: Uint8Array, from: number): number {
  try {
    return writeSync(stream, bytes, from);
  } catch (error) {
    // The pipe is full because its reader is slow.
    if (codeOf(error) === 'EAGAIN') return pause();
    throw error;
  }
}

/** For code that writes to stdout itself: the returned function ends the program if a write failed. */
export function watchOutput(): () => void {
  let failure: unknown;
  let isOver = false;
  const endIfFailed = (): void => {
    if (isOver && failure !== undefined) giveUp(failure);
  };
  process.stdout.on('error', (error) => {
    failure ??= error;
    endIfFailed();
  });
  return () => {
    isOver = true;
    endIfFailed();
  };
}

/** A lost result must not end with a success exit code. */
function giveUp(error: unknown): never {
  // A reader that stops early says nothing about the result of the command.
  if (codeOf(error) === 'EPIPE') return process.exit(exitCodeSoFar());
  try {
    writeSync(2, `✗ The output cannot be written: ${reasonOf(error)}.\n`);
  } catch {
    // There is no output left to report this on.
  }
  return process.exit(ExitCode.failed);
}

function pause(): number {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  return 0;
}
