import { spawn, type ChildProcess } from 'node:child_process';

/** Tracks every process group of a runtime and terminates them if this process dies first. */
export interface Watchdog {
  /** `end` shuts the group down gracefully; it may be called more than once. */
  watch(group: number, end: () => Promise<void>): void;
  forget(group: number): void;
  /** Shuts down every group that is still watched, then the watchdog. A group that is being shut down is waited for. */
  end(): Promise<void>;
}

/**
 * Reads the groups from a pipe that only this process writes to. However this process ends, the system closes the pipe,
 * as it closes the stdin of every server; groups still running a second later are terminated. A shell starts in a few
 * milliseconds, takes 1 MB, and exists on every such system. It runs in its own session, so that key presses and
 * signals to our group do not reach it.
 */
const SCRIPT = `
trap '' HUP INT QUIT TERM
groups=
while read -r sign group; do
  if [ "$sign" = + ]; then groups="$groups $group"; continue; fi
  left=
  for one in $groups; do [ "$one" = "$group" ] || left="$left $one"; done
  groups=$left
done
signal() {
  found=
  for one in $groups; do kill "-$1" "-$one" 2>/dev/null && found=yes; done
  [ -n "$found" ] || exit 0
}
signal 0
sleep 1
signal TERM
for second in 1 2; do
  sleep 1
  signal 0
done
signal KILL
`;

const MOST_STARTS = 20;

/**
 * One watchdog for all children of a runtime. Its shell starts with the first child, except on Windows, where a job
 * object terminates them.
 */
export function createWatchdog(platform: NodeJS.Platform = process.platform): Watchdog {
  const groups = new Map<number, () => Promise<void>>();
  const mostStarts = platform === 'win32' ? 0 : MOST_STARTS;
  let shell: ChildProcess | undefined;
  let starts = 0;

  const start = (): ChildProcess => {
    // The script needs `sleep`, even if the person's PATH lacks it.
    const env = { PATH: `${process.env['PATH'] ?? ''}:/usr/bin:/bin` };
    const started = spawn('/bin/sh', ['-c', SCRIPT], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], env });
    starts += 1;
    started
      .on('error', () => {})
      .once('exit', () => {
        // The shell was killed. Restarts are limited, in case it cannot run here.
        if (shell === started) shell = groups.size > 0 && starts < mostStarts ? start() : undefined;
      });
    started.stdin?.on('error', () => {});
    started.unref();
    for (const group of groups.keys()) tell(started, '+', group);
    return started;
  };

  return {
    watch(group, end) {
      if (shell) tell(shell, '+', group);
      groups.set(group, end);
      shell ??= starts < mostStarts ? start() : undefined;
    },
    forget(group) {
      if (groups.delete(group) && shell) tell(shell, '-', group);
    },
    async end() {
      await Promise.all(Array.from(groups.values(), async (endGroup) => endGroup()));
      const ending = shell;
      if (!ending) return;
      shell = undefined;
      const isGone = new Promise((done) => ending.once('exit', done));
      ending.ref();
      ending.stdin?.end();
      await isGone;
    },
  };
}

function tell({ stdin }: ChildProcess, sign: '+' | '-', group: number): void {
  stdin?.write(`${sign} ${group}\n`);
}
