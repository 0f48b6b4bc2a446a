import { stat } from 'node:fs/promises';
import type { Failure } from '../../types.ts';
import type { ChildCommand } from './child.ts';

/** Why a program could not be started. Distinguishes causes that share one error code. */
export async function startFailure(error: unknown, { file, cwd }: ChildCommand): Promise<Failure> {
  const { code, message } = error as NodeJS.ErrnoException;
  if (cwd !== undefined && !(await isDirectory(cwd))) {
    return {
      kind: 'not-found',
      message: `The working directory ${cwd} does not exist.`,
      tip: 'Create it, or change "cwd" of this server.',
    };
  }
  if (code === 'ENOENT') return notFound(file);
  if (code === 'EACCES' || code === 'EPERM') {
    return { kind: 'not-found', message: `${file} is not executable.`, tip: `Check the permissions of ${file}.` };
  }
  if (code === 'E2BIG') return { kind: 'values', message: 'The arguments and variables are too long for this system.' };
  return { kind: 'other', message: `${file} could not be started: ${message}` };
}

function notFound(file: string): Failure {
  const isPath = /[/\\]/.test(file);
  return {
    kind: 'not-found',
    message: isPath ? `${file} does not exist.` : `The program "${file}" was not found.`,
    tip: isPath ? 'Correct "command" of this server.' : `Install ${file}, or use its full path as "command".`,
  };
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
