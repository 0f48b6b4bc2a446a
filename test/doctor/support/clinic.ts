import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { examine, type ExamineOptions } from '../../../src/doctor/examine.ts';
import type { Issue } from '../../../src/doctor/types.ts';
import type { DiagnosticCode } from '../../../src/model/diagnostics/diagnostic.ts';
import type { Host } from '../../../src/model/host.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import { type Workspace, workspace } from '../../manage/support/workspace.ts';

export interface Clinic extends Workspace {
  readonly host: Host;
  /** The directory on the PATH. */
  readonly bin: string;
  issues(options?: ExamineOptions): Promise<readonly Issue[]>;
  /** The issues of one kind. */
  all(code: DiagnosticCode): Promise<Issue[]>;
  /** The only issue of one kind. */
  one(code: DiagnosticCode): Promise<Issue>;
  /** Carries out the repair of the only issue of one kind. */
  repair(code: DiagnosticCode): Promise<void>;
}

interface Surroundings {
  /** Programs on the PATH, which has nothing else on it. `node` is always there. */
  readonly programs?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly platform?: Host['platform'];
}

/** A home and a project with these files; objects are written as JSON. */
export function clinic(files: Readonly<Record<string, unknown>> = {}, surroundings: Surroundings = {}): Clinic {
  const texts = Object.entries(files).map(([name, content]) => [name, inText(content)] as const);
  const space = workspace(Object.fromEntries(texts));
  const bin = join(dirname(space.host.home), 'bin');
  for (const program of ['node', ...(surroundings.programs ?? [])]) addProgram(join(bin, program));
  const { platform = 'linux' } = surroundings;
  const PLUGBOARD_HOME = space.host.env['PLUGBOARD_HOME'];
  const host: Host = { ...space.host, platform, env: { PATH: bin, PLUGBOARD_HOME, ...surroundings.env } };
  const issues = async (options?: ExamineOptions): Promise<readonly Issue[]> => (await examine(host, options)).issues;
  const all = async (code: DiagnosticCode): Promise<Issue[]> => (await issues()).filter((issue) => issue.code === code);
  const one = async (code: DiagnosticCode): Promise<Issue> => {
    const [first, ...others] = await all(code);
    if (!first || others.length > 0) throw new Error(`${first ? others.length + 1 : 0} issues ${code}`);
    return first;
  };
  const repair = async (code: DiagnosticCode): Promise<void> => {
    const { fix } = await one(code);
    if (!fix) throw new Error(`there is no repair for ${code}`);
    if ('run' in fix) await fix.run();
    else await applyPlan(host, await fix.plan());
  };
  return { ...space, host, bin, issues, all, one, repair };
}

export function addProgram(path: string, mode = 0o755): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, mode);
}

function inText(content: unknown): string {
  return typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`;
}

/** The usual shape of a file with servers. */
export function servers(map: Readonly<Record<string, unknown>>): object {
  return { mcpServers: map };
}

export function codesOf(issues: readonly Issue[]): string[] {
  return issues.map(({ code }) => code);
}

/** `file:line:column`, with the file by its name in the workspace. */
export function placeOf({ file = '', range }: Issue): string {
  const name = file.replace(/^.*\/workspace-[^/]*\/(home|project)\//, (_, root: string) =>
    root === 'home' ? '~/' : '',
  );
  return `${name}:${range?.start.line}:${range?.start.column}`;
}
