import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from '../../scripts/root.mjs';

/** Together they cover all formats. */
const clients =
  'amp,claude-code,cline-cli,codex,continue,copilot-cli,crush,cursor,gemini-cli,goose,grok,kiro,opencode,vscode,windsurf,zed';

/**
 * Frequent commands, so that the compiled form contains the code they execute.
 *
 * @type {{ args: string[], status?: number }[]}
 */
const typical = [
  // Some of the clients cannot refer to a variable, so the header is not written everywhere.
  { args: ['add', 'remote', '--url', 'https://example.com/mcp', '--token', '${TOKEN}', '--to', clients], status: 6 },
  { args: ['add', 'local', '--to', clients, '--', 'npx', '-y', 'server'] },
  { args: ['list'] },
  { args: ['--help'] },
  { args: ['serve'] },
  { args: ['exec', 'local', '--', 'node', '--version'] },
  // Connecting fails, but its code is loaded.
  { args: ['add', 'unreachable', '--url', 'http://127.0.0.1:1/mcp', '--to', 'cursor'] },
  { args: ['test', 'unreachable'], status: 1 },
];

/** Runs typical commands in a temporary home. The loader keeps the compiled form. */
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
      if (status !== expected) throw new Error(`The new build fails: plugboard ${args.join(' ')}\n${stderr}`);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
