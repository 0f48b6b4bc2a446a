import { isMap } from '../../model/value.ts';
import { Keys, scanObjectText } from '../../runtime/json/scan.ts';
import { textOf, wholeOf } from '../message/frame.ts';
import { reparse } from '../message/rewrite.ts';
import type { Frame, JsonObject, Span } from '../session/session.ts';

/** The task fields of a message. */
export interface TaskFacts {
  readonly id: string;
  readonly status?: string;
  readonly ttlMs?: number;
}

const names = ['taskId', 'status', 'ttlMs', 'ttl'] as const;
const within = new Keys(names);
const around = new Keys([...names, 'task'], [undefined, undefined, undefined, undefined, within]);

/** The task in a result or notification: its fields are in the object itself, or in `task` in the legacy era. */
export function taskIn(frame: Frame, where: 'result' | 'params'): TaskFacts | undefined {
  const span = frame.spans?.[where];
  const scanned = span && frame.text !== undefined ? scan(frame.text, span) : undefined;
  if (scanned) return factsOf(scanned);
  const whole = wholeOf(frame)[where];
  if (!isMap(whole)) return undefined;
  return factsOf(whole) ?? (isMap(whole['task']) ? factsOf(whole['task']) : undefined);
}

/** Avoids parsing the result of the task, which can be large. Undefined if the text must be parsed. */
function scan(text: string, span: Span): JsonObject | undefined {
  const part = text.slice(...span);
  if (scanObjectText(part, around) < 0) return undefined;
  const { found } = around.found[0] === -1 ? within : around;
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const [at = -1, behind = -1] = found.subarray(2 * index, 2 * index + 2);
      return at === -1 ? [] : [[name, JSON.parse(part.slice(at, behind)) as unknown]];
    }),
  );
}

export function factsOf({ taskId, status, ttlMs, ttl }: JsonObject): TaskFacts | undefined {
  if (typeof taskId !== 'string') return undefined;
  const lifetime = ttlMs ?? ttl;
  return {
    id: taskId,
    ...(typeof status === 'string' && { status }),
    ...(typeof lifetime === 'number' && { ttlMs: lifetime }),
  };
}

/** The message with this task id replaced; the rest of the text is unchanged. */
export function withTaskId(frame: Frame, from: string, to: string): Frame {
  if (from === to) return frame;
  const text = textOf(frame).replaceAll(MEMBER, (member, key: string, value: string) =>
    JSON.parse(value) === from ? `${key}${JSON.stringify(to)}` : member,
  );
  return reparse(text);
}

/** Cannot match inside a JSON string: there the quotes would be escaped. */
const MEMBER = /("taskId"\s*:\s*)("(?:[^"\\]|\\.)*")/g;
