import { spawn, type ChildProcess } from 'node:child_process';

/** Knows every process group of a runtime, and ends them should this process die without having done so itself. */
export interface Watchdog {
  /** `end` shuts the group down gracefully; it may be called more than once. */
  watch(group: number, end: () => Promise<void>): void;
  forget(group: number): void;
  /** Shuts down every group that is still watched, then the watchdog. A group that is being shut down is waited for. */
  end(): Promise<void>;
}

/**
 * Reads which groups there are from a pipe that only this process can write to. However this process ends, the system
 * closes the pipe, as it does with the input of every server, and what is left a second later is ended. A shell starts in a few milliseconds, holds 1 MB, and is on every
 * such system. It lives in a session of its own, where no key press and no signal to our group reaches it.
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

/** One for all children of a runtime. Its shell is started with the first of them, except on Windows: a job ends them there. */
export function createWatchdog(platform: NodeJS.Platform = process.platform): Watchdog {
  const groups = new Map<number, () => Promise<void>>();
  const mostStarts = platform === 'win32' ? 0 : MOST_STARTS;
  let shell: ChildProcess | undefined;
  let starts = 0;

  const start = (): ChildProcess => {
    // The script needs `sleep`, whatever programs the person can start.
    const env = { PATH: `${process.env['PATH'] ?? ''}:/usr/bin:/bin` };
    const started = spawn('/bin/sh', ['-c', SCRIPT], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], env });
    starts += 1;
    started
      .on('error', () => {})
      .once('exit', () => {
        // Somebody has ended it. Not for ever, should it be unable to live here.
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
