import { spawn, type ChildProcess } from 'node:child_process';

/** Ends process groups should this process die without having done so itself. */
export interface Watchdog {
  watch(group: number): void;
  forget(group: number): void;
  /** Nothing is watched any more. Settles when it is gone. */
  end(): Promise<void>;
}

/**
 * Reads which groups there are from a pipe that only this process can write to. However this process ends, the system
 * closes the pipe, and whatever is left is ended. A shell starts in a few milliseconds, holds 1 MB, and is on every
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
signal TERM
for second in 1 2; do
  sleep 1
  signal 0
done
signal KILL
`;

const MOST_STARTS = 20;

/** One for all children of a runtime, started with the first of them. */
export function createWatchdog(): Watchdog {
  const groups = new Set<number>();
  let shell: ChildProcess | undefined;
  let starts = 0;

  const start = (): ChildProcess => {
    const env = { PATH: process.env['PATH'] };
    const started = spawn('/bin/sh', ['-c', SCRIPT], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], env });
    starts += 1;
    started
      .on('error', () => {})
      .once('exit', () => {
        // Somebody has ended it. Not for ever, should it be unable to live here.
        if (shell === started) shell = groups.size > 0 && starts < MOST_STARTS ? start() : undefined;
      });
    started.stdin?.on('error', () => {});
    started.unref();
    for (const group of groups) tell(started, '+', group);
    return started;
  };

  return {
    watch(group) {
      if (shell) tell(shell, '+', group);
      groups.add(group);
      shell ??= starts < MOST_STARTS ? start() : undefined;
    },
    forget(group) {
      if (groups.delete(group) && shell) tell(shell, '-', group);
    },
    async end() {
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

/** Where children end with us by other means: Windows puts them into a job of ours. */
export const noWatchdog: Watchdog = { watch() {}, forget() {}, async end() {} };
