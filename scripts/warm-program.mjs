import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from './root.mjs';

/** What people do most, so that the code for it is compiled once and kept; all formats have their turn. */
const clients =
  'amp,claude-code,cline-cli,codex,continue,copilot-cli,crush,cursor,gemini-cli,goose,grok,kiro,opencode,vscode,windsurf,zed';
/** @type {{ args: string[], status?: number }[]} */
const typical = [
  { args: ['add', 'remote', '--url', 'https://example.com/mcp', '--token', '${TOKEN}', '--to', clients] },
  { args: ['add', 'local', '--to', clients, '--', 'npx', '-y', 'server'] },
  { args: ['list'] },
  { args: ['--help'] },
  { args: ['serve'] },
  // Nobody is there, but what it takes to ask is loaded.
  { args: ['add', 'nobody', '--url', 'http://127.0.0.1:1/mcp', '--to', 'cursor'] },
  { args: ['test', 'nobody'], status: 1 },
];

/** Runs typical commands in a home of their own; bin/plugboard.js keeps what V8 has compiled on the way. */
export function warmProgram() {
  const home = mkdtempSync(join(tmpdir(), 'plugboard-warm-'));
  const env = { ...process.env, HOME: home, USERPROFILE: home, PLUGBOARD_HOME: home };
  try {
    for (const { args, status: expected = 0 } of typical) {
      const { status, stderr } = spawnSync(process.execPath, [fromRoot('bin', 'plugboard.js'), ...args], {
        cwd: home,
        env: {
          ...env,
          XDG_CONFIG_HOME: join(home, '.config'),
          APPDATA: home,
          LOCALAPPDATA: home,
          PLUGBOARD_COMPILED: 'refresh',
        },
        encoding: 'utf8',
        input: '',
      });
      if (status !== expected) throw new Error(`The program that was just built fails: ${args.join(' ')}\n${stderr}`);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
