import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Answers, type RawClient, rawClient, type WireMessage } from './raw-client.ts';

export interface Program {
  readonly command: readonly [string, ...string[]];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A client that starts a program and speaks with it over its input and output. */
export function stdioClient(
  { command: [command, ...args], cwd, env }: Program,
  answers?: Answers,
): RawClient & { pid: number } {
  const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  let talk = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (talk += text));
  child.stdin.on('error', () => {});
  const gone = once(child, 'exit');
  const client = rawClient((take, lost) => {
    createInterface({ input: child.stdout }).on('line', (line) => take(JSON.parse(line) as WireMessage));
    child.on('exit', (code) => lost(`the program ended with ${code}: ${talk}`));
    return {
      send: async (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
      close: async () => {
        child.stdin.end();
        await gone;
      },
    };
  }, answers);
  return { ...client, pid: child.pid ?? 0 };
}
