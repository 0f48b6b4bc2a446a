import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

// The product writes into home directories. No test may ever reach the one of the person who runs it, so before any
// test file is loaded every variable that leads there points into a folder of its own.
const home = mkdtempSync(join(tmpdir(), 'plugboard-test-'));

// An assistant's own variables (CODEX_HOME, CLAUDE_CONFIG_DIR, …) would lead out again. FORCE_COLOR beats NO_COLOR.
const leaks =
  /^(PLUGBOARD(?!_PROPERTY_RUNS$|_FUZZ_RUNS$|_FUZZ_SEED$|_CHROMIUM$|_DEEP$)|CCMCP|CLAUDE|CODEX|OPENCODE|GEMINI|COPILOT|CURSOR|VSCODE|GOOSE|XDG)_|^FORCE_COLOR$/;
for (const name of Object.keys(process.env)) if (leaks.test(name)) delete process.env[name];

Object.assign(process.env, {
  HOME: home,
  USERPROFILE: home,
  XDG_CONFIG_HOME: join(home, '.config'),
  XDG_STATE_HOME: join(home, '.local', 'state'),
  XDG_CACHE_HOME: join(home, '.cache'),
  XDG_DATA_HOME: join(home, '.local', 'share'),
  APPDATA: join(home, 'AppData', 'Roaming'),
  LOCALAPPDATA: join(home, 'AppData', 'Local'),
  NO_COLOR: '1',
  // No test may reach the keychain of the person who runs it.
  DBUS_SESSION_BUS_ADDRESS: 'disabled:',
});

afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
