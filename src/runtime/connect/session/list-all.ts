import type { Failure } from '../../types.ts';
import { unlessAborted } from '../abortable.ts';
import { AnswerError, ConnectionError } from '../errors.ts';
import { isObject } from '../fields.ts';
import type { ListKind, Session } from './session.ts';
import { TimeLimit } from './time-limit.ts';

const lists = {
  tools: { method: 'tools/list', capability: 'tools' },
  resources: { method: 'resources/list', capability: 'resources' },
  resourceTemplates: { method: 'resources/templates/list', capability: 'resources' },
  prompts: { method: 'prompts/list', capability: 'prompts' },
} as const;

const METHOD_NOT_FOUND = -32601;
const MAX_PAGES = 100;
const MAX_ITEMS = 10_000;

export type Send = Session['request'];

export interface ListOptions {
  readonly signal?: AbortSignal | undefined;
  /** For all pages together. */
  readonly timeoutMs: number;
}

/** Lists all pages. A repeated cursor ends the list; too many pages or items are an error. */
export async function listAll(
  kind: ListKind,
  capabilities: Readonly<Record<string, unknown>>,
  send: Send,
  { signal, timeoutMs }: ListOptions,
): Promise<Record<string, unknown>[]> {
  if (capabilities[lists[kind].capability] === undefined) return [];
  const limit = new TimeLimit(timeoutMs);
  limit.start();
  try {
    return await allPages(kind, send, signal ? AbortSignal.any([signal, limit.signal]) : limit.signal);
  } finally {
    limit.end();
  }
}

async function allPages(kind: ListKind, send: Send, signal: AbortSignal): Promise<Record<string, unknown>[]> {
  const { method } = lists[kind];
  const items = new Map<string, Record<string, unknown>>();
  const cursors = new Set<string>();
  for (let cursor: string | undefined, page = 1; ; page += 1) {
    const result = await unlessAborted(onePage(send, method, cursor, signal), signal);
    const found = Array.isArray(result[kind]) ? result[kind].filter(isObject) : [];
    for (const item of found) items.set(JSON.stringify(item), item);
    const { nextCursor } = result;
    if (typeof nextCursor !== 'string' || nextCursor === '' || cursors.has(nextCursor)) return [...items.values()];
    if (page === MAX_PAGES || items.size > MAX_ITEMS) throw new ConnectionError(endless(kind, page, items.size));
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
}

/** Some servers advertise lists they do not implement. */
async function onePage(
  send: Send,
  method: string,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  try {
    return await send(method, cursor === undefined ? undefined : { cursor }, { signal });
  } catch (error) {
    if (error instanceof AnswerError && error.code === METHOD_NOT_FOUND && cursor === undefined) return {};
    throw error;
  }
}

function endless(kind: ListKind, pages: number, items: number): Failure {
  return { kind: 'protocol', message: `The list of ${kind} does not end: ${items} in ${pages} pages so far.` };
}
