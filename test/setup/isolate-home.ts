import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { isRemoved } from './inherited-variables.ts';

// The product writes into home directories. No test may ever reach the one of the person who runs it, so before any
// test file is loaded every variable that leads there points into a folder of its own.
const home = mkdtempSync(join(tmpdir(), 'plugboard-test-'));

// An assistant's own variables (CODEX_HOME, CLAUDE_CONFIG_DIR, …) would lead out again.
for (const name of Object.keys(process.env)) if (isRemoved(name)) delete process.env[name];

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
