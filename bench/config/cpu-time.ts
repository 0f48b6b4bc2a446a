import { runBounded, type BoundedRun } from './run-bounded.ts';

/** Only bash sums the time of a program and its child processes, in milliseconds and on every system. */
const script = 'TIMEFORMAT="%3U %3S"; time "$@" >/dev/null 2>&1';

/** CPU time of a program with its child processes, in milliseconds; undefined when it fails. */
export async function cpuMilliseconds(run: BoundedRun): Promise<number | undefined> {
  const { code, output } = await runBounded({ ...run, command: ['bash', '-c', script, 'bash', ...run.command] });
  const [user = '', system = ''] = output.trim().split(' ');
  return code === 0 ? (Number(user) + Number(system)) * 1000 : undefined;
}
