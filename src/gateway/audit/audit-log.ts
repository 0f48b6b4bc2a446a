import { closeSync, constants, fstatSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { maskDeep } from '../../runtime/values/mask-deep.ts';
import type { Gateway, GatewayEvent } from '../session/session.ts';
import { auditedArguments, type AuditPolicy } from './audited-arguments.ts';

/** One line of the log. It contains names and numbers, arguments only if a policy says so, and never results. */
export type AuditEntry = Readonly<Record<string, string | number | boolean | undefined | readonly string[]>>;

export interface AuditLog {
  note(entry: AuditEntry): void;
  /** Writes the buffered lines. */
  close(): void | Promise<void>;
}

/** A log that writes at once when it is closed. */
export interface LocalAuditLog extends AuditLog {
  close(): void;
}

export interface AuditOptions {
  /** A file, or a function that writes lines. */
  readonly path: string | ((lines: string) => void);
  /** The file is rotated at this size. */
  readonly mostBytes?: number;
  /** Number of rotated files to keep, as `<path>.1` and so on. */
  readonly keep?: number;
  readonly now?: () => Date;
  /** Masks secrets in names chosen by servers and clients. */
  readonly mask?: (text: string) => string;
  /** Called when entries cannot be written, once until writing works again. */
  readonly onFault?: (error: unknown) => void;
}

/** Lines are buffered, so a call does not wait for the disk. */
const WRITE_AFTER_MS = 200;
const WRITE_AT_LENGTH = 64 * 1024;
const MAX_TEXT_LENGTH = 256;
const MAX_ARGUMENTS_LENGTH = 16 * 1024;

/** Opens a log that several processes can append to. Write errors are reported, but do not stop the gateway. */
export function openAuditLog(options: AuditOptions): LocalAuditLog {
  const { path, mostBytes = 10 * 1024 * 1024, keep = 5, now = () => new Date(), mask = (text) => text } = options;
  const report = onceUntilFine(options.onFault);
  let lines = '';
  let timer: NodeJS.Timeout | undefined;
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (lines === '') return;
    const text = lines;
    lines = '';
    try {
      if (typeof path === 'string') append(path, text, mostBytes, keep);
      else path(text);
      report(undefined);
    } catch (error) {
      // The disk is full or read-only.
      report(error);
    }
  };
  return {
    note(entry) {
      lines += `${JSON.stringify({ time: now().toISOString(), ...maskDeep(entry, mask) }, shortened)}\n`;
      if (lines.length >= WRITE_AT_LENGTH) write();
      timer ??= setTimeout(write, WRITE_AFTER_MS).unref();
    },
    close: write,
  };
}

/** Reports the first of several errors in a row. Called with undefined when there is none. */
export function onceUntilFine(onFault: AuditOptions['onFault']): (error: unknown) => void {
  let isFine = true;
  return (error) => {
    if (error !== undefined && isFine) onFault?.(error);
    isFine = error === undefined;
  };
}

/** Logs calls and server events of a gateway. Returns a function that stops logging. */
export function auditGateway(gateway: Gateway, log: AuditLog, policy: AuditPolicy = { record: 'none' }): () => void {
  return gateway.onEvent((event) => {
    const entry = entryOf(event, policy);
    if (entry) log.note(entry);
  });
}

/**
 * Returns the log entry of an event. Fields are listed one by one, so a field added to an event later is not logged by
 * accident.
 */
function entryOf(event: GatewayEvent, policy: AuditPolicy): AuditEntry | undefined {
  switch (event.kind) {
    case 'call': {
      const { session, principal, view, method, server, item, outcome, code, ms, bytesIn, bytesOut } = event;
      return {
        event: 'call',
        session,
        principal,
        view,
        method,
        server,
        item,
        outcome,
        code,
        ms: Math.round(ms),
        bytesIn,
        bytesOut,
        ...auditedArguments(policy, server, event.argumentsText),
      };
    }
    case 'session':
      return {
        event: `session-${event.phase}`,
        session: event.session,
        principal: event.principal,
        view: event.view,
      };
    case 'server':
      return { event: 'server', server: event.server, state: event.state };
    case 'quarantine':
      return { event: 'quarantine', server: event.server, tools: event.tools, isUnverified: event.isUnverified };
    case 'fault':
      return { event: 'fault', session: event.session, server: event.server };
  }
}

/** Servers and clients choose names of any length. */
function shortened(key: string, value: unknown): unknown {
  const most = key === 'arguments' ? MAX_ARGUMENTS_LENGTH : MAX_TEXT_LENGTH;
  return typeof value === 'string' && value.length > most ? `${value.slice(0, most)}…` : value;
}

/** Throws if the log cannot be written there now. A pipe may get its reader later. */
export function requireWritable(path: string): void {
  try {
    closeSync(openForAppend(path));
  } catch (error) {
    if (codeOf(error) !== 'ENXIO') throw error;
  }
}

function openForAppend(path: string): number {
  makeDirectory(dirname(path));
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  // Windows lacks the last two flags, which are undefined there. O_NONBLOCK: a pipe without a reader must not block.
  return openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
}

/**
 * Makes a directory and those above it. The recursive mode of Node never ends where the system says that a new directory
 * does not exist, as in /proc.
 */
function makeDirectory(path: string): void {
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    // If it is not a directory, opening the file fails.
    if (codeOf(error) === 'EEXIST' || statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    makeDirectory(dirname(path));
    mkdirSync(path, 0o700);
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** A single append, which other processes cannot interleave with. */
function append(path: string, text: string, mostBytes: number, keep: number): void {
  const file = openForAppend(path);
  try {
    writeSync(file, text);
    const { size, ino } = fstatSync(file);
    // Another process may have rotated the file already.
    if (size >= mostBytes && statSync(path).ino === ino) rotate(path, keep);
  } finally {
    closeSync(file);
  }
}

function rotate(path: string, keep: number): void {
  for (let number = keep; number > 1; number -= 1) {
    if (statSync(`${path}.${number - 1}`, { throwIfNoEntry: false }))
      renameSync(`${path}.${number - 1}`, `${path}.${number}`);
  }
  renameSync(path, `${path}.1`);
}
