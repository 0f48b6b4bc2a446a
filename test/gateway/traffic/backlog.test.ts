import { expect, it } from 'vitest';
import { frameOf } from '../../../src/gateway/message/frame.ts';
import type { JsonRpcMessage } from '../../../src/gateway/session/session.ts';
import { Backlog } from '../../../src/gateway/traffic/backlog.ts';

function backlog(most = 1000): {
  add(message: JsonRpcMessage, item: string): void;
  all(): string[];
  log: Backlog<string>;
} {
  const log = new Backlog<string>(most);
  return {
    log,
    add: (message, item) => log.add(frameOf(message), item, item.length),
    all: () => {
      const items: string[] = [];
      for (let item = log.take(); item !== undefined; item = log.take()) items.push(item);
      return items;
    },
  };
}

const progress = (progressToken: string): JsonRpcMessage => ({
  method: 'notifications/progress',
  params: { progressToken },
});
const message: JsonRpcMessage = { method: 'notifications/message', params: {} };

it('keeps the last of those that are about the same, in the place of the first', () => {
  const { add, all } = backlog();
  add(progress('a'), 'a1');
  add({ id: 1, result: {} }, 'answer');
  add(progress('b'), 'b1');
  add(progress('a'), 'a2');
  for (const uri of ['x', 'y', 'x']) add({ method: 'notifications/resources/updated', params: { uri } }, `${uri}!`);
  for (const kind of ['tools', 'prompts', 'tools']) add({ method: `notifications/${kind}/list_changed` }, kind);
  expect(all()).toEqual(['a2', 'answer', 'b1', 'x!', 'y!', 'tools', 'prompts']);
});

it('drops the oldest notification when there are too many, and never an answer, a question or its end', () => {
  const { add, all, log } = backlog(5);
  add(message, '1111');
  add({ id: 1, error: {} }, 'error');
  add({ id: 2, method: 'roots/list' }, 'question');
  add({ method: 'notifications/cancelled', params: { requestId: 2 } }, 'cancelled');
  add(message, '22');
  add(message, '333');
  add(message, 'far too long');
  expect(log.dropped).toBe(4);
  add(message, '4');
  expect(all()).toEqual(['error', 'question', 'cancelled', '4']);
  expect([log.isEmpty, log.keptLength]).toEqual([true, 0]);
});

it('tells apart what belongs to different subscriptions', () => {
  const { add, all } = backlog();
  const of = (id: number): JsonRpcMessage => ({
    method: 'notifications/tools/list_changed',
    params: { _meta: { 'io.modelcontextprotocol/subscriptionId': id } },
  });
  add(of(1), 'one');
  add(of(2), 'two');
  add(of(1), 'one again');
  expect(all()).toEqual(['one again', 'two']);
});
