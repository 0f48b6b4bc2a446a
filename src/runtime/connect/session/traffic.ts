import { randomUUID } from 'node:crypto';
import { isPlainSecret, maskValue } from '../../../model/secrets/secret.ts';
import { isObject } from '../fields.ts';
import type { Mask } from '../mask.ts';

/** One message between us and a server, as it may be shown. */
export interface Traffic {
  readonly kind: 'request' | 'response' | 'notification';
  readonly from: 'us' | 'server';
  /** Of an answer, what was asked for. */
  readonly method: string;
  /** A request and its answer share it. */
  readonly pair?: string;
  /** How long the answer took. */
  readonly ms?: number;
  readonly isError: boolean;
  /** What came with it as JSON, masked, and cut where it is long. */
  readonly text: string;
}

interface Open {
  readonly method: string;
  readonly pair: string;
  readonly since: number;
}

const LONGEST_TEXT = 2000;
const LONGEST_VALUE = 500;
/** Of a message with more in it than this, the beginning tells enough. */
const MOST_VALUES = 1000;

/** Listens to what goes over one connection. */
export class TrafficTap {
  readonly #mask: Mask;
  readonly #tell: (traffic: Traffic) => void;
  readonly #name = randomUUID();
  /** Both sides count for themselves. */
  readonly #open = { us: new Map<unknown, Open>(), server: new Map<unknown, Open>() };

  constructor(mask: Mask, tell: (traffic: Traffic) => void) {
    this.#mask = mask;
    this.#tell = tell;
  }

  note(from: Traffic['from'], message: object): void {
    const { id, method: said, params, result, error } = message as Record<string, unknown>;
    const method = typeof said === 'string' ? this.#mask(said) : undefined;
    const other = from === 'us' ? 'server' : 'us';
    if (method === undefined) return this.#answered(from, this.#open[other], id, result, error);
    const text = this.#textOf(params);
    if (id === undefined) return this.#tell({ kind: 'notification', from, method, isError: false, text });
    const pair = `${this.#name}:${from}:${typeof id === 'string' || typeof id === 'number' ? id : ''}`;
    this.#open[from].set(id, { method, pair, since: performance.now() });
    this.#tell({ kind: 'request', from, method, pair, isError: false, text });
  }

  #answered(from: Traffic['from'], asked: Map<unknown, Open>, id: unknown, result: unknown, error: unknown): void {
    const request = asked.get(id);
    asked.delete(id);
    const isError = error !== undefined || (isObject(result) && result['isError'] === true);
    const { method = '', pair, since } = request ?? {};
    const ms = since === undefined ? {} : { ms: Math.round(performance.now() - since) };
    const text = this.#textOf(error ?? result);
    this.#tell({ kind: 'response', from, method, ...(pair !== undefined && { pair }), ...ms, isError, text });
  }

  #textOf(value: unknown): string {
    if (value === undefined) return '';
    const text = JSON.stringify(this.#masked(value, '', { left: MOST_VALUES })) ?? '';
    return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
  }

  /** What is cut is cut after it was masked, so that no half of a secret stays. */
  #masked(value: unknown, key: string, room: { left: number }): unknown {
    room.left -= 1;
    if (room.left < 0) return '…';
    if (typeof value === 'string') return this.#maskedText(value, key);
    if (Array.isArray(value)) return value.slice(0, room.left + 1).map((one) => this.#masked(one, key, room));
    if (!isObject(value)) return value;
    const entries = Object.entries(value).slice(0, room.left + 1);
    return Object.fromEntries(entries.map(([name, one]) => [this.#mask(name), this.#masked(one, name, room)]));
  }

  #maskedText(text: string, key: string): string {
    if (isPlainSecret(key, text)) return maskValue(text);
    // Some room behind the cut, so that a secret that goes over it is known for one.
    const masked = this.#mask(text.slice(0, 2 * LONGEST_VALUE), text.length > 2 * LONGEST_VALUE);
    return text.length > LONGEST_VALUE ? `${masked.slice(0, LONGEST_VALUE)}… (${text.length} characters)` : masked;
  }
}
