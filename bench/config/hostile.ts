import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Provided } from './provide.ts';
import { readValues } from './read-values.ts';
import { filesBelow, openSandbox, type Sandbox } from './sandbox.ts';
import { targetOf, type BenchClient, type Target } from './targets.ts';
import type { Tool } from './tool.ts';

/** Behavior of a tool in hostile cases. */
export interface HostileReport {
  readonly tool: string;
  readonly client: BenchClient;
  /** A malformed file. Only `refused` is correct; `ignored` left it unchanged but reported success. */
  readonly malformed: 'refused' | 'ignored' | 'changed';
  /** A file that is a symlink. */
  readonly symlink: 'followed' | 'left alone' | 'replaced';
  /** How many of eight servers added concurrently are present, one number per round. Absent where it does not apply. */
  readonly parallel?: readonly number[];
  /** Rounds after which the existing server was gone. */
  readonly existingLost: number;
  /** Leftover new files. */
  readonly left: readonly string[];
}

const AT_ONCE = 8;
const ROUNDS = 3;

/** A case: an initial file, and what is checked afterwards. */
interface Case {
  readonly sandbox: Sandbox;
  readonly file: string;
  readonly target: Target;
}

export async function tryHostile(tool: Tool, provided: Provided, client: BenchClient): Promise<HostileReport> {
  const left = new Set<string>();
  const inSandbox = async <T>(work: (given: Case) => Promise<T>): Promise<T> => {
    const sandbox = openSandbox(provided);
    try {
      const folder = sandbox.folder(tool.addOne.scope);
      const target = targetOf(client);
      const path = tool.addOne.file ?? target.path[tool.addOne.scope] ?? '';
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      sandbox.put(tool.addOne.sources?.(client, 'one') ?? {});
      const known = new Set([...filesBelow(folder), path, 'dotfiles/real']);
      const result = await work({ sandbox, file, target });
      for (const path of filesBelow(folder)) if (!known.has(path)) left.add(path);
      return result;
    } finally {
      sandbox.remove();
    }
  };
  const malformed = await inSandbox(async (given) => tryMalformed(tool, given));
  const symlink = await inSandbox(async (given) => trySymlink(tool, given));
  const rounds: { kept: number; existing: boolean }[] = [];
  for (let round = 0; round < ROUNDS && !tool.addOne.sources; round += 1) {
    rounds.push(await inSandbox(async (given) => tryParallel(tool, given)));
  }
  return {
    tool: tool.id,
    client,
    malformed,
    symlink,
    ...(rounds.length > 0 ? { parallel: rounds.map(({ kept }) => kept) } : {}),
    existingLost: rounds.filter(({ existing }) => !existing).length,
    left: [...left],
  };
}

/** All faults as text. */
export function hostileFaults({ client, malformed, symlink, parallel, existingLost, left }: HostileReport): string[] {
  const faults = [
    ...(malformed === 'refused' ? [] : [`file that cannot be read ${malformed}`]),
    ...(symlink === 'followed' ? [] : [`link ${symlink}`]),
    ...(parallel?.every((kept) => kept === AT_ONCE) === false ? [`${parallel.join(', ')} of ${AT_ONCE} at once`] : []),
    ...(existingLost > 0 ? [`lost the server that was there, ${existingLost} times`] : []),
    ...left.map((path) => `left ${path}`),
  ];
  return faults.map((fault) => `${client}: ${fault}`);
}

async function tryMalformed(tool: Tool, { sandbox, file, target }: Case): Promise<HostileReport['malformed']> {
  const text = brokenText(target);
  writeFileSync(file, text);
  const outcomes = await sandbox.runAll(tool.addOne.calls(target.client, 'one'));
  if (readFileSync(file, 'utf8') !== text) return 'changed';
  return outcomes.some(({ code }) => code !== 0) ? 'refused' : 'ignored';
}

async function trySymlink(tool: Tool, { sandbox, file, target }: Case): Promise<HostileReport['symlink']> {
  const real = join(sandbox.folder(tool.addOne.scope), 'dotfiles', 'real');
  mkdirSync(dirname(real));
  writeFileSync(real, soundText(target));
  symlinkSync(real, file);
  await sandbox.runAll(tool.addOne.calls(target.client, 'one'));
  if (!lstatSync(file).isSymbolicLink()) return 'replaced';
  return namesIn(target, real).includes('one') ? 'followed' : 'left alone';
}

async function tryParallel(tool: Tool, { sandbox, file, target }: Case): Promise<{ kept: number; existing: boolean }> {
  writeFileSync(file, soundText(target));
  const names = Array.from({ length: AT_ONCE }, (_, index) => `server-${index + 1}`);
  await Promise.all(names.map(async (name) => sandbox.runAll(tool.addOne.calls(target.client, name))));
  const found = namesIn(target, file);
  return { kept: names.filter((name) => found.includes(name)).length, existing: found.includes('existing') };
}

function soundText({ format, section, client }: Target): string {
  if (format === 'toml') return `model = "x"\n\n[${section}.existing]\ncommand = "node"\n`;
  const existing = client === 'opencode' ? { type: 'local', command: ['node'] } : { command: 'node' };
  return `${JSON.stringify({ [section]: { existing } }, undefined, 2)}\n`;
}

function brokenText(target: Target): string {
  const text = soundText(target);
  return target.format === 'toml' ? text.replace('existing]', 'existing') : text.replace(/\}\n$/, ', "precious":\n');
}

function namesIn(target: Target, file: string): string[] {
  try {
    return Object.keys(readValues(target, readFileSync(file, 'utf8')).servers);
  } catch {
    return [];
  }
}
