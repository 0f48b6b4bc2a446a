import { hasVariable } from './reference.ts';
import type { Server } from './server.ts';
import { unwrapped } from './shell/cmd-wrapper.ts';
import { getOwn } from './value.ts';

/** A package that is fetched when the server starts. */
export interface FetchedPackage {
  /** As written, with its version. */
  readonly name: string;
  readonly pinned: boolean;
}

interface Runner {
  /** Required first words, such as `dlx`. */
  readonly words: readonly (readonly string[])[];
  /** Options that name the package instead of the first argument. */
  readonly named: readonly string[];
  /** Options that take a value. */
  readonly valued: RegExp;
  readonly isPinned: (name: string) => boolean;
}

const EXACT = /@v?\d+\.\d+\.\d+[\w.+-]*$/;

function isPinnedToNode(name: string): boolean {
  // A folder, an archive or a commit is already pinned.
  return EXACT.test(name) || /^(?:[./~]|file:)|\.tgz$|#[0-9a-f]{7,}$/.test(name);
}

function isPinnedToPython(name: string): boolean {
  return /(?:===?|@)\s*v?\d+\.\d+/.test(name) || /^(?:[./~]|file:)|\.whl$|@[0-9a-f]{7,}$/.test(name);
}

function isPinnedImage(name: string): boolean {
  const tag = /:([^/:@]+)$/.exec(name)?.[1];
  return name.includes('@sha256:') || (tag !== undefined && tag !== 'latest');
}

const nodeOptions = /^(?:-c|--call|-w|--workspace|--registry|--prefix|--cache|--userconfig)$/;
const pythonOptions =
  /^(?:--with|--python|-p|--index|--index-url|--extra-index-url|--directory|--env-file|--refresh-package)$/;
const node = { named: ['-p', '--package'], valued: nodeOptions, isPinned: isPinnedToNode };
const python = { named: ['--from', '--spec'], valued: pythonOptions, isPinned: isPinnedToPython };
/** All options of `docker run` have a value, except these. */
const container = {
  words: [['run'], ['container', 'run']],
  named: [],
  valued:
    /^(?!-[itdPq]+$|--(?:rm|init|privileged|read-only|interactive|tty|detach|publish-all|no-healthcheck|quiet)$)-/,
  isPinned: isPinnedImage,
};

const runners: Record<string, Runner> = {
  npx: { ...node, words: [[]] },
  pnpx: { ...node, words: [[]] },
  bunx: { ...node, words: [[]] },
  npm: { ...node, words: [['exec'], ['x']] },
  pnpm: { ...node, words: [['dlx']] },
  yarn: { ...node, words: [['dlx']] },
  bun: { ...node, words: [['x']] },
  uvx: { ...python, words: [[]] },
  uv: { ...python, words: [['tool', 'run']] },
  pipx: { ...python, words: [['run']] },
  docker: container,
  podman: container,
};

/** The package that a server is fetched from at start; undefined if there is none. */
export function packageOf(server: Server): FetchedPackage | undefined {
  const { command, args: written } = unwrapped(server);
  const args = Array.isArray(written) ? written.map(String) : [];
  const program = /([^/\\]+?)(?:\.(?:cmd|exe))?$/i.exec(command ?? '')?.[1] ?? '';
  const runner = getOwn(runners, program);
  const words = runner?.words.find((one) => one.every((word, index) => args[index] === word));
  const name = runner && words && packageIn(runner, args.slice(words.length));
  if (!runner || !name || hasVariable(name)) return undefined;
  return { name, pinned: runner.isPinned(name) };
}

function packageIn({ named, valued }: Runner, args: readonly string[]): string | undefined {
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] as string;
    const [option = '', value] = arg.split(/=(.*)/s);
    if (named.includes(option)) return value ?? args[index + 1];
    if (arg === '--') return args[index + 1];
    if (!arg.startsWith('-')) return arg;
    const isAttached = value !== undefined || /^-\w\S/.test(arg);
    if (valued.test(arg) && !isAttached) index += 1;
  }
  return undefined;
}
