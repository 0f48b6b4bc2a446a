import { execFile } from 'node:child_process';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, whatever its exit code is. */
export function runToEnd(file: string, args: readonly string[], cwd: string): Promise<Ended> {
  return new Promise((done) => {
    execFile(file, args, { cwd, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
  });
}
