import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fromRoot } from '../../scripts/root.mjs';

const TOKEN = 'a-token-that-is-only-good-for-this-attack-00';

/** Messages that a recording server received. */
export interface Note {
  readonly fault?: string;
  readonly line?: string;
  readonly method?: string;
  readonly name?: string;
}

/** A home with servers that attack and are attacked, and functions that start programs there. */
export interface Arena {
  readonly token: string;
  /** Starts `plugboard serve` over stdin and stdout, or over HTTP. */
  serve(...words: readonly string[]): ChildProcess;
  /** Messages that the server of this name received. */
  notes(server: 'attacked' | 'other'): Note[];
  /** What the gateway reports as forwarded: method and tool. */
  audit(): { readonly method: string; readonly item?: string; readonly outcome: string }[];
  close(): Promise<void>;
}

/** `attacked` is connected over stdio or HTTP; `other` is for calls that must stay unaffected. */
export async function arena(kind: 'stdio' | 'http'): Promise<Arena> {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-fuzz-'));
  const own = join(folder, 'own');
  const notesIn = (server: string): string => join(folder, `${server}.notes`);
  const auditFile = join(folder, 'audit.log');
  const program = (name: string): string => fromRoot('fuzz', 'gateway', name);
  const recorder = (server: string): object => ({
    command: process.execPath,
    args: [program('recorder.mjs'), notesIn(server)],
  });
  const web = kind === 'http' ? spawn(process.execPath, [program('http-target.mjs')]) : undefined;
  const attacked = web ? { url: await firstLine(web) } : recorder('attacked');
  mkdirSync(join(folder, '.cursor'));
  mkdirSync(join(own, 'state'), { recursive: true, mode: 0o700 });
  const mcpServers = { attacked, other: recorder('other') };
  writeFileSync(join(folder, '.cursor', 'mcp.json'), JSON.stringify({ mcpServers }));
  writeFileSync(join(own, 'state', 'gateway-token'), TOKEN, { mode: 0o600 });
  const env = { PATH: process.env['PATH'], HOME: folder, USERPROFILE: folder, PLUGBOARD_HOME: own };
  const linesOf = (file: string): string[] =>
    existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter((line) => line !== '') : []; // prettier-ignore
  return {
    token: TOKEN,
    serve: (...words) => {
      const args = [fromRoot('bin', 'plugboard.js'), 'serve', '--audit', auditFile, '--call-timeout', '20', ...words];
      return spawn(process.execPath, args, { cwd: folder, env, stdio: ['pipe', 'pipe', 'pipe'] });
    },
    notes: (server) => linesOf(notesIn(server)).map((line) => JSON.parse(line) as Note),
    audit: () =>
      linesOf(auditFile).flatMap((line) => {
        const entry = JSON.parse(line) as { event: string; method: string; item?: string; outcome: string };
        return entry.event === 'call' ? [entry] : [];
      }),
    async close() {
      web?.kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The program has no output');
  const [line] = (await once(createInterface({ input: stdout }), 'line')) as [string];
  return line;
}
