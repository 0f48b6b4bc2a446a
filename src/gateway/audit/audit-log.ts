import { closeSync, constants, fstatSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { maskDeep } from '../../runtime/values/mask-deep.ts';
import type { Gateway, GatewayEvent } from '../session.ts';

/** One line of the log. Names and figures only: what was asked and answered is nobody's business. */
export type AuditEntry = Readonly<Record<string, string | number | boolean | undefined | readonly string[]>>;

export interface AuditLog {
  note(entry: AuditEntry): void;
  /** Writes what has not been written yet. */
  close(): void;
}

export interface AuditOptions {
  readonly path: string;
  /** A file that has grown to this is put aside. */
  readonly mostBytes?: number;
  /** So many of those are kept, as `<path>.1` and so on. */
  readonly keep?: number;
  readonly now?: () => Date;
  /** Hides secrets in names that servers and clients have chosen. */
  readonly mask?: (text: string) => string;
}

/** Lines are written together: a call shall not wait for the disk. */
const WRITE_AFTER_MS = 200;
const WRITE_AT_LENGTH = 64 * 1024;
const LONGEST_TEXT = 256;

/** Several processes may write to the same file. What cannot be noted is not: that must not keep anything from working. */
export function openAuditLog(options: AuditOptions): AuditLog {
  const { path, mostBytes = 10 * 1024 * 1024, keep = 5, now = () => new Date(), mask = (text) => text } = options;
  let lines = '';
  let timer: NodeJS.Timeout | undefined;
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (lines === '') return;
    const text = lines;
    lines = '';
    try {
      append(path, text, mostBytes, keep);
    } catch {
      // The disk is full or read-only.
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

/** Notes the calls of a gateway and what happens with its servers. Gives the function that ends it. */
export function auditGateway(gateway: Gateway, log: AuditLog): () => void {
  return gateway.onEvent((event) => {
    const entry = entryOf(event);
    if (entry) log.note(entry);
  });
}

/** A call is one line, when it is over. Only the named fields: whatever an event may come to hold is not written. */
function entryOf(event: GatewayEvent): AuditEntry | undefined {
  switch (event.kind) {
    case 'call': {
      const { session, view, method, server, item, outcome, code, ms, bytesIn, bytesOut } = event;
      return {
        event: 'call',
        session,
        view,
        method,
        server,
        item,
        outcome,
        code,
        ms: Math.round(ms),
        bytesIn,
        bytesOut,
      };
    }
    case 'session':
      return { event: `session-${event.phase}`, session: event.session, view: event.view };
    case 'server':
      return { event: 'server', server: event.server, state: event.state };
    case 'quarantine':
      return { event: 'quarantine', server: event.server, tools: event.tools };
    case 'fault':
      return { event: 'fault', session: event.session, server: event.server };
  }
}

/** Names come from servers and clients, who may call a thing anything. */
function shortened(_: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
}

/** One write at the end of the file, which no other process can get in between of. */
function append(path: string, text: string, mostBytes: number, keep: number): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  // Windows does not have the last two, and nothing is added then. A pipe that is not read must not stop the program.
  const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    writeSync(file, text);
    const { size, ino } = fstatSync(file);
    // Another process may have put it aside just now.
    if (size >= mostBytes && statSync(path).ino === ino) putAside(path, keep);
  } finally {
    closeSync(file);
  }
}

function putAside(path: string, keep: number): void {
  for (let number = keep; number > 1; number -= 1) {
    if (statSync(`${path}.${number - 1}`, { throwIfNoEntry: false }))
      renameSync(`${path}.${number - 1}`, `${path}.${number}`);
  }
  renameSync(path, `${path}.1`);
}
