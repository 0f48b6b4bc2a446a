import { onScopeDispose, ref, shallowRef, type Ref, type ShallowRef } from 'vue';
import type { ApiProblem } from '../../../../src/api/contract/common.ts';
import type { LogLine, LogsAnswer } from '../../../../src/api/contract/logs.ts';
import { compareNames } from '../../../../src/model/server-name.ts';
import { get, problemOf } from '../../api/client.ts';
import { useEvents } from '../../composables/use-events.ts';
import { LogBuffer } from './log-buffer.ts';

/** The number of lines fetched at first; the rest on demand. */
const FIRST = 5000;
const ALL = 100_000;

export interface Log {
  readonly buffer: LogBuffer;
  /** Increases with every change of the buffer. */
  readonly version: Readonly<Ref<number>>;
  readonly servers: Readonly<ShallowRef<readonly string[]>>;
  readonly isCut: Readonly<Ref<boolean>>;
  readonly isLoading: Readonly<Ref<boolean>>;
  readonly problem: Readonly<ShallowRef<ApiProblem | undefined>>;
  readonly load: (isWhole?: boolean) => Promise<void>;
  /** Called when the rows are replaced. */
  readonly touch: () => void;
}

/** The lines of all servers, past and new. */
export function useLog(onRows: (added: number, dropped: number) => void): Log {
  const buffer = new LogBuffer();
  const version = ref(0);
  const servers = shallowRef<readonly string[]>([]);
  const isCut = ref(false);
  const isLoading = ref(true);
  const problem = shallowRef<ApiProblem>();
  let waiting: LogLine[] | undefined = [];
  let frame = 0;
  let fresh: LogLine[] = [];

  /** Lines arrive in bursts; they are rendered once per frame. */
  function take(lines: readonly LogLine[]): void {
    for (const line of lines) fresh.push(line);
    frame ||= requestAnimationFrame(flush);
  }

  function flush(): void {
    frame = 0;
    const lines = fresh;
    fresh = [];
    const { added, dropped } = buffer.add(lines);
    const unknown = new Set(lines.map(({ server }) => server).filter((server) => !servers.value.includes(server)));
    if (unknown.size > 0) servers.value = [...servers.value, ...unknown].toSorted(compareNames);
    version.value += 1;
    onRows(added, dropped);
  }

  async function load(isWhole = false): Promise<void> {
    waiting ??= [];
    try {
      const answer = await get<LogsAnswer>(`/logs?limit=${isWhole ? ALL : FIRST}`);
      buffer.replace(answer.lines);
      servers.value = answer.servers;
      isCut.value = answer.isCut;
      problem.value = undefined;
    } catch (error) {
      problem.value = problemOf(error);
    }
    const meanwhile = waiting;
    waiting = undefined;
    isLoading.value = false;
    version.value += 1;
    take(meanwhile);
  }

  useEvents(['log'], ({ lines }) => {
    if (waiting) for (const line of lines) waiting.push(line);
    else take(lines);
  });
  useEvents(['reset'], () => void load());
  onScopeDispose(() => cancelAnimationFrame(frame));
  void load();
  return { buffer, version, servers, isCut, isLoading, problem, load, touch: () => (version.value += 1) };
}
