import { isAbsolute } from 'node:path';
import type { Host } from '../../model/host.ts';
import { findOwnProgram, ownEnvironment } from '../../trust/own-programs.ts';
import { checkoutAround, isInProject, realPath } from '../../trust/territory.ts';
import { type Ended, runVaultProgram } from '../credentials/run-vault-program.ts';

/** Commands that neither convert objects nor compare the content of files, so that no filter or textconv program runs. */
export type GitReading =
  | readonly ['cat-file', 'blob', string]
  | readonly ['check-ignore', '-q', '--', string]
  | readonly ['diff-index', '--cached', '--raw', ...string[]]
  | readonly ['diff-tree', '--no-ext-diff', '--no-textconv', '--raw', ...string[]]
  | readonly ['ls-files', '--others' | '--stage', ...string[]]
  | readonly ['rev-list' | 'rev-parse', ...string[]];

/** Commands of the user's own work. The work inside of submodules is never looked at: git would start git in them. */
export type GitWork =
  | readonly ['add' | 'commit' | 'merge', ...string[]]
  | readonly ['status', '--ignore-submodules=dirty', ...string[]];

const LIMIT_MS = 120_000;

/** A repository in the files of another one, with settings that its author chose, is never used. */
const withoutEmbedded: readonly [string, string][] = [
  ['safe.bareRepository', 'explicit'],
  ['diff.ignoreSubmodules', 'dirty'],
];

/** The file system monitor is a program, and only a matter of speed. */
const always: readonly string[] = [
  ...withoutEmbedded.map((one) => one.join('=')),
  'submodule.recurse=false',
  'status.submoduleSummary=false',
  'core.fsmonitor=false',
];

/** Overrides every setting by which a repository can name a program. */
const whileReading: readonly string[] = [
  ...always,
  'core.hooksPath=/dev/null',
  'core.sshCommand=false',
  'core.askPass=',
  'core.pager=cat',
  'credential.helper=',
  'diff.external=',
  'protocol.allow=never',
];

/**
 * Reads the repository around a directory; undefined if there is none. No program that the repository names is started, and
 * no host is contacted. Rejects if git is not installed.
 */
export async function readGit(
  host: Host,
  directory: string,
  args: GitReading,
  { input }: { readonly input?: string } = {},
): Promise<Ended | undefined> {
  const settled = { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' };
  return run(host, directory, { settings: whileReading, env: settled, args, input });
}

/**
 * Works in the repository around a directory as the user would: with the hooks and filters of the user and of this
 * repository. Undefined if there is none; rejects if git is not installed.
 */
export async function workWithGit(host: Host, directory: string, args: GitWork): Promise<Ended | undefined> {
  return run(host, directory, { settings: always, env: {}, args });
}

/** The environment of a program that calls git itself: no git below it uses a repository in the files of another one. */
export function withoutEmbeddedRepositories(env: Host['env']): Host['env'] {
  const count = Number(env['GIT_CONFIG_COUNT'] ?? '0') || 0;
  const added = withoutEmbedded.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${count + index}`, key],
    [`GIT_CONFIG_VALUE_${count + index}`, value],
  ]);
  const total = String(count + withoutEmbedded.length);
  return { ...env, ...(Object.fromEntries(added) as Host['env']), GIT_CONFIG_COUNT: total };
}

interface Call {
  readonly settings: readonly string[];
  readonly env: Host['env'];
  readonly args: readonly string[];
  readonly input?: string | undefined;
}

/** Runs in the top directory: below, git might find a repository that is part of the files. */
async function run(host: Host, directory: string, call: Call): Promise<Ended | undefined> {
  const top = checkoutAround(realPath(directory));
  if (top === undefined) return undefined;
  const file = await findOwnProgram(host, 'git', top);
  if (file === undefined) throw new Error('git is not installed.');
  const settings = call.settings.flatMap((one) => ['-c', one]);
  const args = ['--no-pager', ...settings, ...call.args];
  const env = { ...environment(host, top), ...call.env };
  return runVaultProgram({ file, args, ...(call.input !== undefined && { input: call.input }) }, env, top, LIMIT_MS);
}

/** Who the user is. Other variables of git lead to another repository, or name settings or programs. */
const kept = /^GIT_(?:(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)|CONFIG_NOSYSTEM|CEILING_DIRECTORIES)$/i;

/** Where the user's settings are. */
const places = /^(?:GIT_CONFIG_(?:GLOBAL|SYSTEM)|XDG_CONFIG_HOME)$/i;

function environment(host: Host, top: string): Host['env'] {
  const isOwn = (path: string): boolean => isAbsolute(path) && !isInProject(path, top, host.home);
  const env = Object.entries(ownEnvironment(host, top)).filter(([name, value = '']) =>
    places.test(name) ? isOwn(value) : !/^GIT_/i.test(name) || kept.test(name),
  );
  return { ...Object.fromEntries(env), HOME: host.home, GIT_TERMINAL_PROMPT: '0' };
}
