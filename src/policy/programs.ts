import type { Server } from '../model/server.ts';
import { commandLines } from '../model/shell/shell-words.ts';

/** The programs that a command line starts, one inside the other. */
export interface Programs {
  /** As written, outermost first: `env`, `bash`, `npx`. */
  readonly chain: readonly string[];
  /** The command line of the innermost one. */
  readonly words: readonly string[];
  /** A script starts programs that cannot be read from the definition. */
  readonly isOpaque: boolean;
}

/** More than any real definition. */
const DEEPEST = 10;

const WRAPPERS =
  /^(?:sudo|doas|env|exec|command|time|timeout|nohup|nice|ionice|stdbuf|setsid|winpty|busybox|toybox|chronic|caffeinate|start)$/;
const SHELLS = /^(?:(?:ba|da|z|fi|k|a)?sh|powershell|pwsh)$/;
const SCRIPT_OPTION = /^-(?:[A-Za-z]*c|Command|EncodedCommand|e|ec)$/i;
const CMD_OPTION = /^\/[ck]$/i;
/** Options whose value is a script for a shell. */
const CALLS = /^(?:npx|npm|pnpm|bunx)$/;

/** Finds what a definition starts, through wrappers and shells. */
export function programsOf({ command, args }: Server): Programs {
  const chain: string[] = [];
  let words = [command ?? '', ...(Array.isArray(args) ? args : [])].map(String);
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const [first = '', ...rest] = words;
    chain.push(first);
    const inner = startedBy(baseName(first), rest);
    if (inner === 'opaque') return { chain: [...chain, ...programsIn(rest)], words, isOpaque: true };
    if (!inner || inner.length === 0) return { chain, words, isOpaque: false };
    words = [...inner];
  }
  return { chain, words, isOpaque: true };
}

/** The name of a program without its directory and extension, in lower case: Windows and macOS ignore case. */
export function baseName(program: string): string {
  return (/([^/\\]*?)(?:\.(?:exe|cmd|bat|ps1|com))?$/i.exec(program)?.[1] ?? '').toLowerCase();
}

function startedBy(program: string, args: readonly string[]): readonly string[] | 'opaque' | undefined {
  if (program === 'cmd') {
    const at = args.findIndex((arg) => CMD_OPTION.test(arg));
    return at === -1 ? undefined : inScript(args.slice(at + 1));
  }
  if (SHELLS.test(program)) {
    const at = args.findIndex((arg) => SCRIPT_OPTION.test(arg));
    return at === -1 ? undefined : inScript(args.slice(at + 1, at + 2));
  }
  if (CALLS.test(program) && args.some((arg) => /^(?:-c|--call)(?:=|$)/.test(arg))) return 'opaque';
  if (!WRAPPERS.test(program)) return undefined;
  const split = program === 'env' ? args.findIndex((arg) => /^(?:-S|--split-string)/.test(arg)) : -1;
  if (split !== -1)
    return inScript([(args[split] ?? '').replace(/^(?:-S|--split-string)=?/, ''), ...args.slice(split + 1)]);
  const at = args.findIndex(
    (arg) => !/^(?:-|\/|[A-Za-z_]\w*=|\d+(?:\.\d+)?[smhd]?$)/.test(arg) || /^\/\w+\//.test(arg),
  );
  return at === -1 ? undefined : args.slice(at);
}

/** The words of a script with one command; a longer script cannot be judged. */
function inScript(parts: readonly string[]): readonly string[] | 'opaque' {
  const [script = '', ...more] = parts.filter((part) => part !== '');
  if (more.length > 0) return [script, ...more].some((part) => /[&|<>;^]/.test(part)) ? 'opaque' : [script, ...more];
  const [line, ...others] = commandLines(script);
  if (!line) return 'opaque';
  const isPlain = others.length === 0 && line.issue === undefined && !/[$`&|<>;]/.test(script);
  return isPlain ? withoutAssignments(line.words.map(({ text }) => text)) : 'opaque';
}

function withoutAssignments(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  return at === -1 ? [] : words.slice(at);
}

/** Words of a script that may be programs: all of them, because a refused one may stand anywhere. */
function programsIn(args: readonly string[]): string[] {
  return args.flatMap((arg) => arg.split(/[\s;&|()<>'"`$]+/)).filter((word) => /^[\w./\\:~-]+$/.test(word));
}
