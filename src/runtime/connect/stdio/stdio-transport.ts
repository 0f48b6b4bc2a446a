import { stripVTControlCharacters } from 'node:util';
import { type LogEvent, logEvent } from '../../../model/log-event.ts';
import { oneLine } from '../../json/one-line.ts';
import type { Failure } from '../../types.ts';
import { ConnectionError } from '../errors.ts';
import type { Mask } from '../mask.ts';
import { parseMessages } from '../parse-messages.ts';
import type { RawMessage } from '../raw-link.ts';
import type { Watchdog } from '../session/watchdog.ts';
import type { Transport } from '../transport.ts';
import { Child, type ChildCommand, type Exit } from './child.ts';
import { ErrorTail } from './error-tail.ts';
import { LineBatch } from './line-batch.ts';
import { LineSplitter } from './line-splitter.ts';
import { startFailure } from './start-failure.ts';

export interface StdioOptions {
  readonly command: ChildCommand;
  readonly watchdog: Watchdog;
  readonly mask: Mask;
  /** Maximum size of a message from the server, in bytes. */
  readonly maxMessageBytes: number;
  readonly graceMs?: number;
  /** Called with each line of stderr, masked. */
  readonly onErrorLine?: (line: string) => void;
}

/** A line on stdout that is not a message; many servers print a banner. */
export class GarbageLine extends Error {
  readonly event: LogEvent;

  constructor(line: string) {
    const event = logEvent('stray-output', line);
    super(event.message);
    this.event = event;
  }
}

/** A server as a child process, with one message per line on stdin and stdout. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: RawMessage) => void;
  /** If set, receives every line instead of `onmessage`; returns false if it is not a message. */
  takeLine?: (line: string) => boolean;
  /** The server has read everything that was written; see `isBehind`. */
  onDrain?: () => void;
  readonly #options: StdioOptions;
  readonly #stderr: ErrorTail;
  readonly #lines = new LineBatch((text) => this.#write(text));
  #starting: Promise<Child> | undefined;
  #child: Child | undefined;
  #closing = false;
  #failure: Failure | undefined;
  #output: LineSplitter | undefined;
  #stray: string | undefined;

  constructor(options: StdioOptions) {
    this.#options = options;
    this.#stderr = new ErrorTail(options.mask, options.onErrorLine);
  }

  /** Why the server ended, unless we closed it. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  /** The last lines of stderr, to add to a failure. */
  get stderr(): string[] {
    return this.#stderr.lines;
  }

  /** The first text on stdout that is not a message, masked; may be an incomplete line. */
  get strayOutput(): string | undefined {
    const rest = this.#output?.rest ?? '';
    return this.#stray ?? (rest.trim() === '' ? undefined : this.#excerpt(rest, true));
  }

  /** The server is not reading its input, so more writes would only fill the memory; `onDrain` follows. */
  get isBehind(): boolean {
    return this.#unread > BEHIND_LENGTH;
  }

  get #unread(): number {
    return this.#lines.length + (this.#child?.process.stdin.writableLength ?? 0);
  }

  /** Idempotent; later calls wait for the same start. */
  async start(): Promise<void> {
    this.#starting ??= this.#start();
    await this.#starting;
  }

  async #start(): Promise<Child> {
    const { command, watchdog, graceMs } = this.#options;
    try {
      this.#child = await Child.start(command, watchdog, graceMs);
    } catch (error) {
      throw new ConnectionError(await startFailure(error, command));
    }
    this.#listen(this.#child);
    return this.#child;
  }

  async send(message: RawMessage): Promise<void> {
    const stdin = this.#child?.process.stdin;
    if (!stdin?.writable)
      throw new ConnectionError(this.#failure ?? { kind: 'other', message: 'The server is not running.' });
    this.#lines.flush();
    const error = await new Promise<Error | null | undefined>((done) =>
      stdin.write(`${oneLine(JSON.stringify(message))}\n`, done),
    );
    if (!error) return;
    // A failed write usually means that the server is exiting, and the exit says more.
    await this.#child?.gone;
    throw this.#failure ? new ConnectionError(this.#failure) : error;
  }

  /** Sends one message, perhaps together with others; see `LineBatch`. Errors surface in how the process ends. */
  sendText(json: string, canWait = false): void {
    this.#lines.add(oneLine(json), canWait);
  }

  #write(text: string): void {
    const stdin = this.#child?.process.stdin;
    if (stdin?.writable) stdin.write(text);
    if (this.#unread > MOST_UNREAD) this.#giveUp('The server does not read its input, and its backlog is too large.');
  }

  async close(): Promise<void> {
    this.#lines.flush();
    this.#closing = true;
    const child = await this.#starting?.catch(() => undefined);
    await child?.end();
  }

  #listen(child: Child): void {
    const { stdin, stdout, stderr } = child.process;
    const lines = new LineSplitter(this.#options.maxMessageBytes, (line, isCut) => this.#onLine(line, isCut));
    this.#output = lines;
    stdin.on('error', () => this.#giveUp('The server closed its input but is still running.', child.exited));
    stdin.on('drain', () => this.onDrain?.());
    stdout.on('data', (chunk: Buffer) => lines.push(chunk)).on('error', () => {});
    stdout.on('end', () => this.#giveUp('The server closed its output but is still running.', child.exited));
    stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk)).on('error', () => {});
    void this.#follow(child);
  }

  async #follow(child: Child): Promise<void> {
    const exit = await child.gone;
    this.#stderr.end();
    if (!this.#closing) this.#failure ??= this.#exitFailure(exit);
    this.onclose?.();
  }

  #onLine(line: string, isCut: boolean): void {
    if (isCut) {
      const megabytes = Math.round(this.#options.maxMessageBytes / 1024 / 1024);
      this.#giveUp(`The server sent a message of more than ${megabytes} MB.`);
      return;
    }
    if (this.takeLine) {
      const isTaken = this.#closing || line === '' || this.takeLine(line);
      if (!isTaken && line.trim() !== '') this.#onGarbage(line);
      return;
    }
    const messages = this.#closing || line.trim() === '' ? [] : parseMessages(line);
    for (const message of messages ?? []) this.onmessage?.(message);
    if (!messages) this.#onGarbage(line);
  }

  #onGarbage(line: string): void {
    const shown = this.#excerpt(line);
    this.#stray ??= shown;
    this.onerror?.(new GarbageLine(shown));
  }

  /**
   * Ends a server that can no longer be used. If `unless` settles shortly after, it was the actual cause and is
   * reported instead.
   */
  #giveUp(message: string, unless?: Promise<unknown>): void {
    const end = (): void => {
      if (this.#closing || this.#failure) return;
      this.#failure = { kind: 'protocol', message, ...this.#withStderr() };
      void this.#child?.end();
    };
    if (!unless) return end();
    const timer = setTimeout(end, 500);
    void unless.then(() => clearTimeout(timer));
  }

  /** Colors are removed first, because they could split a secret. */
  #excerpt(line: string, isUnfinished = false): string {
    const text = stripVTControlCharacters(line.slice(0, LONGEST_EXCERPT));
    const isCut = text.length > 200 || line.length > LONGEST_EXCERPT;
    return this.#options.mask(text.slice(0, 200).trimEnd(), isCut || isUnfinished) + (isCut ? '…' : '');
  }

  #exitFailure({ code, signal }: Exit): Failure {
    const how = signal === null ? `exited with code ${code}` : `was killed by ${signal}`;
    return {
      kind: 'exited',
      message: `The server ${how}.`,
      ...(code !== null && { exitCode: code }),
      ...(signal !== null && { signal }),
      ...this.#withStderr(),
    };
  }

  #withStderr(): Pick<Failure, 'stderr'> {
    const lines = this.stderr;
    return lines.length > 0 ? { stderr: lines } : {};
  }
}

/** Maximum number of characters examined for a quote. */
const LONGEST_EXCERPT = 2000;

/** Backpressure threshold for requests. Larger than a pipe buffer, so that a drain event is certain to follow. */
const BEHIND_LENGTH = 1024 * 1024;

/**
 * Notifications and responses are not held back, so a server that never reads is stopped here. Leaves room for the
 * longest message.
 */
const MOST_UNREAD = 64 * 1024 * 1024;
