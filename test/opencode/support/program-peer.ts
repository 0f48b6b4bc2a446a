import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Peer, type Wire } from './peer.ts';

const program = fileURLToPath(new URL('../../../bin/plugboard.js', import.meta.url));

export interface ProgramPeer {
  readonly peer: Peer;
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  readonly log: () => string;
}

/** The built program, spoken to over its standard streams. */
export function startProgram(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): ProgramPeer {
  const child = spawn(process.execPath, [program, 'opencode', ...args], { env, cwd, stdio: 'pipe' });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  child.stdin.on('error', () => undefined);
  const peer = new Peer((message) => child.stdin.write(`${JSON.stringify(message)}\n`));
  createInterface({ input: child.stdout }).on('line', (line) => peer.receive(JSON.parse(line) as Wire));
  const exited = new Promise<number | null>((done) => {
    child.once('exit', done);
  });
  return { peer, child, exited, log: () => log };
}
