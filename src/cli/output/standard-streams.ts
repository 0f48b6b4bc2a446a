import { fstatSync, statSync, writeSync } from 'node:fs';
import { codeOf, reasonOf } from '../../store/read/reason.ts';
import { ExitCode } from '../program/exit-code.ts';

/*
 * Asking `process.stdout` and its siblings for anything loads Node's streams, which costs a short command a tenth of its
 * time. Files and pipes do not need them; a terminal does.
 */

const streams = ['stdin', 'stdout', 'stderr'] as const;
type StreamName = (typeof streams)[number];

const kinds = new Map<StreamName, 'plain' | 'other'>();

/** A person may be at the other end. */
export function isTerminal(name: StreamName): boolean {
  return kindOf(name) === 'other' && process[name].isTTY;
}

/** Asked when the reader of the results goes away, as `head` does. */
let exitCodeSoFar: () => number = () => ExitCode.ok;

/** Says how the program ends when nothing more of its results is read. */
export function endingWith(exitCode: () => number): void {
  exitCodeSoFar = exitCode;
}

/** Streams that take nothing more. */
const broken = new Set<StreamName>();

/** Results that cannot be written end the program. Words beside them are dropped then, and the work goes on. */
export function writeTo(name: 'stdout' | 'stderr', text: string): void {
  if (broken.has(name)) return;
  const onError = name === 'stdout' ? giveUp : dropWords;
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

function dropWords(): void {
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
    // The reader is slow and its pipe full.
    if (codeOf(error) === 'EAGAIN') return pause();
    throw error;
  }
}

/** For what writes to standard output by itself: once its work is over, the returned function ends the program if that failed. */
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

/** A result that cannot be written is lost, so the program must not end as if all went well. */
function giveUp(error: unknown): never {
  // A reader may stop early; what it has not read says nothing about how the command went.
  if (codeOf(error) === 'EPIPE') return process.exit(exitCodeSoFar());
  try {
    writeSync(2, `✗ The output cannot be written: ${reasonOf(error)}.\n`);
  } catch {
    // Nothing is left to say it with.
  }
  return process.exit(ExitCode.failed);
}

function pause(): number {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  return 0;
}
