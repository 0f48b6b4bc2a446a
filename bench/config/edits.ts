import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../../scripts/root.mjs';
import { checkFile, faultsOf, type FileReport, type Snapshot } from './check.ts';
import type { Provided } from './provide.ts';
import { copyFiles, filesBelow, openSandbox } from './sandbox.ts';
import { targets, type BenchScope } from './targets.ts';
import type { Tool } from './tool.ts';

/** The result of a tool on the files of one scope. */
export interface EditReport {
  readonly tool: string;
  readonly scope: BenchScope;
  /** Calls with a nonzero exit code, or killed. */
  readonly failures: readonly string[];
  /** Files of the clients that it claims to support. */
  readonly files: readonly FileReport[];
  /** Files of other clients that it changed. */
  readonly bystanders: readonly string[];
  /** New files next to those. */
  readonly stray: readonly string[];
  /** Files that the same calls changed again. */
  readonly changedAgain: readonly string[];
}

/** Has a tool register both servers in copies of the fixtures, twice. */
export async function tryEdits(tool: Tool, provided: Provided, scope: BenchScope): Promise<EditReport> {
  const sandbox = openSandbox(provided);
  try {
    copyFiles(join(fixtures, 'user'), sandbox.folder('user'));
    copyFiles(join(fixtures, 'project'), sandbox.folder('project'));
    sandbox.put(tool.sources?.(scope) ?? {});
    const present = targets.filter(({ path }) => path[scope] !== undefined);
    const files = present.map((target) => ({
      target,
      path: join(sandbox.folder(scope), target.path[scope] as string),
    }));
    for (const { target, path } of files) chmodSync(path, target.mode ?? 0o644);
    const known = new Set([...filesBelow(sandbox.folder('user')), ...filesBelow(sandbox.folder('project'))]);
    const before = files.map(({ path }) => snapshot(path) as Snapshot);
    const outcomes = await sandbox.runAll(tool.register(scope, false));
    const after = files.map(({ path }) => snapshot(path));
    const stray = [...filesBelow(sandbox.folder('user')), ...filesBelow(sandbox.folder('project'))];
    await sandbox.runAll(tool.register(scope, true));
    const reports = files.map(({ target }, index) => checkFile(target, before[index] as Snapshot, after[index]));
    const isAsked = ({ client }: FileReport): boolean => tool.clients[scope]?.includes(client) ?? false;
    return {
      tool: tool.id,
      scope,
      failures: outcomes.flatMap(({ code, output }) => (code === 0 ? [] : [`${code ?? 'ended'}: ${lastLine(output)}`])),
      files: reports.filter(isAsked),
      bystanders: reports
        .filter((report) => !isAsked(report) && report.state !== 'untouched')
        .map(({ client }) => client),
      stray: stray.filter((path) => !known.has(path)),
      changedAgain: files
        .filter(({ path }, index) => after[index]?.text !== snapshot(path)?.text)
        .map(({ target }) => target.client),
    };
  } finally {
    sandbox.remove();
  }
}

const fixtures = fromRoot('bench', 'config', 'fixtures');

/** Whether a file now has both servers, correct or not. */
export function isDone({ state, wrong }: FileReport): boolean {
  return state === 'changed' && !wrong.includes('stdio: missing') && !wrong.includes('http: missing');
}

/** All faults as text. */
export function editFaults({ files, bystanders, stray, changedAgain, failures }: EditReport): string[] {
  return [
    ...files.flatMap((file) => faultsOf(file).map((fault) => `${file.client}: ${fault}`)),
    ...bystanders.map((client) => `${client}: changed without being asked`),
    ...stray.map((path) => `new file ${path}`),
    ...changedAgain.map((client) => `${client}: the same calls change it once more`),
    ...failures.map((failure) => `ended with ${failure}`),
  ];
}

function snapshot(path: string): Snapshot | undefined {
  return existsSync(path) ? { text: readFileSync(path, 'utf8'), mode: statSync(path).mode & 0o777 } : undefined;
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1)?.slice(0, 160) ?? '';
}
