import { randomUUID } from 'node:crypto';
import { isPlainSecret, maskValue } from '../../../model/secrets/secret.ts';
import { isObject } from '../fields.ts';
import type { Mask } from '../mask.ts';

/** One message between us and a server, safe to show. */
export interface Traffic {
  readonly kind: 'request' | 'response' | 'notification';
  readonly from: 'us' | 'server';
  /** For a response, the method of its request. */
  readonly method: string;
  /** Shared by a request and its response. */
  readonly pair?: string;
  /** Response time. */
  readonly ms?: number;
  readonly isError: boolean;
  /** Parameters, result or error as JSON, masked and truncated. */
  readonly text: string;
}

interface Open {
  readonly method: string;
  readonly pair: string;
  readonly since: number;
}

const LONGEST_TEXT = 2000;
const LONGEST_VALUE = 500;
/** Limit of values per message. */
const MOST_VALUES = 1000;

/** Records the messages of one connection. */
export class TrafficTap {
  readonly #mask: Mask;
  readonly #emit: (traffic: Traffic) => void;
  readonly #name = randomUUID();
  /** Each side has its own ids. */
  readonly #open = { us: new Map<unknown, Open>(), server: new Map<unknown, Open>() };

  constructor(mask: Mask, emit: (traffic: Traffic) => void) {
    this.#mask = mask;
    this.#emit = emit;
  }

  note(from: Traffic['from'], message: object): void {
    const { id, method: said, params, result, error } = message as Record<string, unknown>;
    const method = typeof said === 'string' ? this.#mask(said) : undefined;
    const other = from === 'us' ? 'server' : 'us';
    if (method === undefined) return this.#answered(from, this.#open[other], id, result, error);
    const text = this.#textOf(params);
    if (id === undefined) return this.#emit({ kind: 'notification', from, method, isError: false, text });
    const pair = `${this.#name}:${from}:${typeof id === 'string' || typeof id === 'number' ? id : ''}`;
    this.#open[from].set(id, { method, pair, since: performance.now() });
    this.#emit({ kind: 'request', from, method, pair, isError: false, text });
  }

  #answered(from: Traffic['from'], asked: Map<unknown, Open>, id: unknown, result: unknown, error: unknown): void {
    const request = asked.get(id);
    asked.delete(id);
    const isError = error !== undefined || (isObject(result) && result['isError'] === true);
    const { method = '', pair, since } = request ?? {};
    const ms = since === undefined ? {} : { ms: Math.round(performance.now() - since) };
    const text = this.#textOf(error ?? result);
    this.#emit({ kind: 'response', from, method, ...(pair !== undefined && { pair }), ...ms, isError, text });
  }

  #textOf(value: unknown): string {
    if (value === undefined) return '';
    const text = JSON.stringify(this.#masked(value, '', { left: MOST_VALUES })) ?? '';
    return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
  }

  /** Text is masked before it is truncated, so that no part of a secret remains. */
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
    // Reads beyond the cut, so that a secret spanning it is recognized.
    const masked = this.#mask(text.slice(0, 2 * LONGEST_VALUE), text.length > 2 * LONGEST_VALUE);
    return text.length > LONGEST_VALUE ? `${masked.slice(0, LONGEST_VALUE)}… (${text.length} characters)` : masked;
  }
}
