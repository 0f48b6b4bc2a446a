import { isMap } from '../../model/value.ts';
import { Keys, scanObjectText } from '../../runtime/json/scan.ts';
import { textOf, wholeOf } from '../frame.ts';
import { reread } from '../rewrite.ts';
import type { Frame, JsonObject, Span } from '../session.ts';

/** What a message says about a task. */
export interface TaskFacts {
  readonly id: string;
  readonly status?: string;
  readonly ttlMs?: number;
}

const names = ['taskId', 'status', 'ttlMs', 'ttl'] as const;
const within = new Keys(names);
const around = new Keys([...names, 'task'], [undefined, undefined, undefined, undefined, within]);

/** The task that a result or a notification is about: its fields stand in it, or in its `task` in the older era. */
export function taskIn(frame: Frame, where: 'result' | 'params'): TaskFacts | undefined {
  const span = frame.spans?.[where];
  const scanned = span && frame.text !== undefined ? scan(frame.text, span) : undefined;
  if (scanned) return factsOf(scanned);
  const whole = wholeOf(frame)[where];
  if (!isMap(whole)) return undefined;
  return factsOf(whole) ?? (isMap(whole['task']) ? factsOf(whole['task']) : undefined);
}

/** Without parsing the result of the task, which may stand beside these fields; undefined when it must be. */
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

/** The same message with another id wherever it names this task; everything else stays as it was written. */
export function withTaskId(frame: Frame, from: string, to: string): Frame {
  if (from === to) return frame;
  const text = textOf(frame).replaceAll(MEMBER, (member, key: string, value: string) =>
    JSON.parse(value) === from ? `${key}${JSON.stringify(to)}` : member,
  );
  return reread(text);
}

/** Within a text that is a value there would be a backslash before the quotes. */
const MEMBER = /("taskId"\s*:\s*)("(?:[^"\\]|\\.)*")/g;
