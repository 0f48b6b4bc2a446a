/** How a program that starts another one reads its options. */
interface Wrapper {
  /** Options with a value, without dashes. */
  readonly valued: readonly string[];
  /** Options without a value. */
  readonly flags: readonly string[];
  /** A number comes before the program. */
  readonly hasDuration?: boolean;
}

const none: Wrapper = { valued: [], flags: [] };

const wrappers: Readonly<Record<string, Wrapper>> = {
  env: { valued: ['u', 'unset', 'C', 'chdir'], flags: ['i', 'ignore-environment', '0', 'null', 'v', 'debug'] },
  sudo: {
    valued: ['u', 'user', 'g', 'group', 'h', 'host', 'p', 'prompt', 'C', 'D', 'chdir', 'R', 'chroot', 'T', 'U'],
    flags: ['E', 'preserve-env', 'n', 'non-interactive', 'H', 'set-home', 'S', 'stdin', 'b', 'background', 'k'],
  },
  doas: { valued: ['u', 'C', 'a'], flags: ['n'] },
  timeout: {
    valued: ['s', 'signal', 'k', 'kill-after'],
    flags: ['foreground', 'preserve-status', 'v', 'verbose'],
    hasDuration: true,
  },
  nice: { valued: ['n', 'adjustment'], flags: [] },
  ionice: { valued: ['c', 'class', 'n', 'classdata'], flags: ['t', 'ignore'] },
  stdbuf: { valued: ['i', 'input', 'o', 'output', 'e', 'error'], flags: [] },
  time: { valued: ['f', 'format', 'o', 'output'], flags: ['p', 'portability', 'v', 'verbose', 'a', 'append'] },
  exec: { valued: ['a'], flags: ['c', 'l'] },
  caffeinate: { valued: ['t', 'w'], flags: ['d', 'i', 'm', 's', 'u'] },
  setsid: { valued: [], flags: ['c', 'ctty', 'f', 'fork', 'w', 'wait'] },
  command: { valued: [], flags: ['p'] },
  nohup: none,
  winpty: none,
  chronic: none,
  busybox: none,
  toybox: none,
  tini: none,
  'dumb-init': none,
};

/** Programs that start others in ways too many to list: every word after them may be a program. */
const LOOSE =
  /^(?:start|xargs|flock|chroot|unshare|nsenter|strace|ltrace|script|watch|unbuffer|rlwrap|xvfb-run|dbus-run-session|systemd-run|runuser|su|gosu|su-exec|catatonit|firejail|bwrap|parallel|wsl|conhost|forfiles|mise|asdf|direnv|op|doppler|infisical|dotenv|dotenvx|aws-vault|chamber|poetry|pipenv|conda|mamba|micromamba|pixi|rye|hatch|pdm|bundle|nix|nix-shell|devbox|sops|teller|envchain|summon|fnm|corepack|uv|pnpm|yarn|plugboard|plug)$/;

/** Whether any word after this program may be a program. */
export function startsOthers(program: string): boolean {
  return Object.hasOwn(wrappers, program) || LOOSE.test(program);
}

/** What a wrapper starts. */
export interface Wrapped {
  readonly words: readonly string[];
  /** Names of the variables that it sets. */
  readonly assigned: readonly string[];
  /** An option is unknown, so that the program may be another one. */
  readonly isUncertain: boolean;
}

/** The command line that a wrapper starts; undefined if the program is none, or starts nothing. */
export function wrappedBy(program: string, args: readonly string[]): Wrapped | undefined {
  const wrapper = Object.hasOwn(wrappers, program) ? wrappers[program] : undefined;
  if (!wrapper) return undefined;
  const assigned: string[] = [];
  let [at, isUncertain, needsDuration] = [0, false, wrapper.hasDuration === true];
  for (; at < args.length; at += 1) {
    const arg = args[at] as string;
    const name = /^([A-Za-z_][^=\s]*)=/.exec(arg)?.[1];
    if (name !== undefined) assigned.push(name);
    else if (arg === '--') continue;
    else if (arg.startsWith('-') && arg.length > 1) {
      const kind = optionOf(wrapper, arg);
      if (kind === 'valued') at += 1;
      isUncertain ||= kind === 'unknown';
    } else if (needsDuration) needsDuration = false;
    else break;
  }
  return at >= args.length ? undefined : { words: args.slice(at), assigned, isUncertain };
}

function optionOf({ valued, flags }: Wrapper, arg: string): 'valued' | 'flag' | 'unknown' {
  const [, dashes = '', name = '', value] = /^(--?)([^=]+)(=.*)?$/s.exec(arg) ?? [];
  if (dashes === '--')
    return valued.includes(name)
      ? value === undefined
        ? 'valued'
        : 'flag'
      : flags.includes(name)
        ? 'flag'
        : 'unknown';
  if (/^\d+$/.test(name)) return 'flag';
  const letters = name.split('');
  const last = letters.findIndex((letter) => valued.includes(letter));
  const plain = last === -1 ? letters : letters.slice(0, last);
  if (!plain.every((letter) => flags.includes(letter))) return 'unknown';
  return last !== -1 && last === letters.length - 1 && value === undefined ? 'valued' : 'flag';
}
