import { statSync } from 'node:fs';
import { directoryDecides, runsArguments } from '../../model/launcher/start-line.ts';
import { type Runner, runnerFor } from '../../model/packages/runners.ts';
import { isDataFile } from '../../model/paths/data-file.ts';
import { programName } from '../../model/shell/program-name.ts';
import { LOADS_CODE } from '../../model/shell/risky-variables.ts';
import { namesStarter, startsOthers } from '../../policy/starters.ts';

const FOLDER = '${workspaceFolder}';

/** Programs and packages that run a file, a directory or an application that is among their arguments. */
const RUNS_FILES =
  /^(?:dart|jbang|groovy|elixir|iex|scala(?:-cli)?|kotlinc?|swift|crystal|nim|zig|raku|racket|guile|sbcl|clojure|clj|bb|babashka|runghc|ocaml|octave|dotnet-script|vite-node|zx|babel-node|esno|esr|jiti|swc-node|fastmcp|mcp|mcpo|pm2|forever|uvicorn|gunicorn|hypercorn|flask|streamlit|electron|nw|jest|vitest|mocha|pytest|tox|nox|gulp|grunt|turbo|lerna|wrangler|serverless|ansible[\w-]*|terraform|tofu|pulumi|vagrant|packer|helm|code)$/;
/** Words of a program after which it runs what comes, and those after which it may. */
const RUNS = /^(?:run|exec|execute|eval|script|dev|load|x|dlx|shell|-m|-c|-e)$/;
const MAY_RUN = /^(?:start|serve|server|watch|launch|call|install|import|test|build|compile|open|use|add)$/;
/** Options whose value is a directory with data, and options that choose code or settings. */
const DIRECTORY =
  /^--?[\w-]*(?:root|dir|directory|directories|folder|path|project|workspace|repo|repository|repositories|db|database|data|vault|notes|docs|output|logs?|storage|cwd|allow|allowed|mount|memory)s?$/i;
const CODE =
  /plugin|module|config|script|load|import|require|exec|bin|command|program|python|node|env|hook|extension|lib|prefix|include|setting|rc|class|template|tool|cache|home|eval|agent/i;
/** Options without a value that many programs have. */
const FLAG =
  /^(?:-[yvqs]|--(?:yes|verbose|quiet|silent|debug|stdio|read-?only|readonly|headless|isolated|no-[\w-]+|allow-(?:write|writes|read)))$/;

/**
 * Whether the folder of an editor in a word is provably only data for the program or the package that the line starts, so
 * that a secret for the line is meant for every folder. `expanded` is the word as it came.
 */
export function isFolderData(words: readonly string[], at: number, expanded: string): boolean {
  const [program = '', ...args] = words;
  // A line in a line, such as that of `op run -- npx …`.
  const dashes = words.lastIndexOf('--', at - 1);
  if (at < 1 || runsArguments(words) || directoryDecides(words) === 'always') return false;
  const name = programName(program);
  const found = runnerFor(name, args);
  if (found?.runner.kind === 'oci') return isMountOfData(args, at - 1);
  const start = found ? packageAt(found.runner, args) : 0;
  if (start === undefined || at <= start) return false;
  if (runsFiles(found ? (words[start] ?? '') : program) || found?.runner.startsProgram) return false;
  if (dashes > start) return isFolderData(words.slice(dashes + 1), at - dashes - 1, expanded);
  return isArgumentOfData(words.slice(start + 1), at - start - 1, expanded);
}

/** Whether a program or package runs its arguments. In a scope, `mcp` is a name like any other. */
function runsFiles(word: string): boolean {
  const plain = word.replace(/(?<=.)@[^@/\\]*$|(?<=\w)(?:\[|[=<>~!]=).*$/, '');
  const name = programName(plain);
  return startsOthers(name) || (RUNS_FILES.test(name) && !plain.startsWith('@')) || name === 'inspector';
}

/** Where in the line the package is, or the program of a package; undefined unless each option before it is known. */
function packageAt(runner: Runner, args: readonly string[]): number | undefined {
  const prefix = runner.words.find((some) => some.every((one, index) => args[index] === one));
  if (!prefix) return undefined;
  for (let at = prefix.length; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (word === '--') return at + 2;
    if (!word.startsWith('-')) return at + 1;
    const [name = '', own] = word.split(/=(.*)/s);
    const takesValue = runner.named.includes(name) || runner.added.includes(name) || runner.valued.test(name);
    if (!takesValue && !runner.flags.test(word)) return undefined;
    if (takesValue && own === undefined) at += 1;
  }
  return undefined;
}

/** Whether an argument of an ordinary program names a directory that it works on, or a file of data. */
function isArgumentOfData(args: readonly string[], at: number, expanded: string): boolean {
  const word = args[at] ?? '';
  const before = args.slice(0, at);
  if (before.some((one) => RUNS.test(one))) return false;
  const [, inline, value = word] = /^(--?[\w-]+)=(.*)$/s.exec(word) ?? [];
  if (!isFolder(value, expanded.slice(inline === undefined ? 0 : inline.length + 1))) return false;
  const last = before.at(-1) ?? '';
  const isValue = last.startsWith('-') && !last.includes('=') && !FLAG.test(last);
  const option = inline ?? (isValue ? last : undefined);
  if (option !== undefined) return isForDirectory(option);
  // An option may have several values.
  const nearest = before.findLast((one) => one.startsWith('-'))?.split('=')[0] ?? '';
  return !CODE.test(nearest) && !before.some((one) => MAY_RUN.test(one));
}

function isForDirectory(option: string): boolean {
  return DIRECTORY.test(option) && !CODE.test(option);
}

/** Whether a value is the folder, a directory in it, or a file of data. */
function isFolder(value: string, expanded: string): boolean {
  const written = value.replaceAll('${pathSeparator}', '/').replaceAll('\\', '/');
  if (!written.startsWith(FOLDER)) return false;
  const rest = written.slice(FOLDER.length);
  if (!/^(?:\/[\w .@+-]+)*\/?$/.test(rest) || /\/\.{1,2}(?:\/|$)/.test(rest)) return false;
  return isDataFile(rest) || isDirectory(expanded);
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

/** Directories of containers that hold what is worked on, not programs. */
const TARGET =
  /^\/(?:data|mnt|media|workspaces?|work|projects?|repos?|repository|repositories|files|docs?|documents|input|output|local-directory|host|shared?|volumes?|vault|notes|content|storage|github\/workspace)(?:\/[\w.-]+)*\/?$/;

/** Whether a word of `docker run` mounts the folder as data, and nothing of the line runs what is in it. */
function isMountOfData(args: readonly string[], at: number): boolean {
  if (args[0] !== 'run') return false;
  const target = mountTarget(args[at - 1] ?? '', args[at] ?? '');
  if (target === undefined) return isVariableOfData(args[at - 1] ?? '', args[at] ?? '');
  if (target !== FOLDER && !TARGET.test(target)) return false;
  const inside = `${target.replace(/\/$/, '')}/`;
  return !args.some((word, index) => index !== at && mayRun(word, inside));
}

/** Whether another word may be a program of the folder, or one that runs its files. */
function mayRun(word: string, inside: string): boolean {
  const [, variable] = /^(?:--env=|-e)?(\w+)=/.exec(word) ?? [];
  if (variable !== undefined && LOADS_CODE.test(variable)) return true;
  return (
    word.includes(inside) || /(?:^|[\s='"])\.{1,2}\//.test(word) || namesStarter(word.replace(/(?<=.)[:@][^/]*$/, ''))
  );
}

/** Where in the container a word mounts the folder. */
function mountTarget(option: string, word: string): string | undefined {
  const [, inline, value = word] = /^(--(?:volume|mount)=|-v(?=.))(.*)$/s.exec(word) ?? [];
  const kind = (inline ?? option).replace('=', '');
  if (kind === '-v' || kind === '--volume')
    return /^\$\{workspaceFolder\}(?:\/[\w -]+)*:(\$\{workspaceFolder\}|\/[^:]*)(?::[\w,]+)?$/.exec(value)?.[1];
  if (kind !== '--mount') return undefined;
  const fields = new Map(
    value.split(',').map((field): [string, string] => [field.split('=')[0] ?? '', field.replace(/^[^=]*=?/, '')]),
  );
  const source = fields.get('src') ?? fields.get('source') ?? '';
  const isKnown = [...fields.keys()].every((one) =>
    /^(?:type|src|source|dst|destination|target|ro|readonly)$/.test(one),
  );
  if (!isKnown || !/^\$\{workspaceFolder\}(?:\/[\w -]+)*$/.test(source)) return undefined;
  return fields.get('dst') ?? fields.get('destination') ?? fields.get('target');
}

/** `-e ROOT=${workspaceFolder}`, of which the container sees only the text. */
function isVariableOfData(option: string, word: string): boolean {
  const [, name = ''] = /^(?:--env=)?(\w+)=\$\{workspaceFolder\}$/.exec(word) ?? [];
  const isOption = word.startsWith('--env=') || option === '-e' || option === '--env';
  return isOption && name !== '' && isForDirectory(`--${name}`) && !LOADS_CODE.test(name);
}
