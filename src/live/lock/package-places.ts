import { execFile } from 'node:child_process';
import type { Host } from '../../model/host.ts';
import type { PackagePlaces } from '../../registry/packages/package-spec.ts';
import { type Startable, startable } from '../../runtime/connect/stdio/startable.ts';

const LONGEST_MS = 30_000;

/** Where this machine fetches packages from, by the settings of npm and uv or pip. */
export function packagePlaces({ env, cwd }: Host): PackagePlaces {
  const setting = (...names: string[]): string | undefined =>
    names.map((name) => env[name]).find((value) => value !== undefined && value !== '');
  return {
    fetch,
    npm: async () => setting('npm_config_registry', 'NPM_CONFIG_REGISTRY') ?? (await askNpm(env, cwd)),
    pypi: setting('UV_DEFAULT_INDEX', 'UV_INDEX_URL', 'PIP_INDEX_URL'),
    signal: AbortSignal.timeout(LONGEST_MS),
  };
}

/** npm has further places for its settings, which only npm itself knows. */
async function askNpm(env: Host['env'], cwd: string): Promise<string | undefined> {
  const npm = findNpm(env, cwd);
  if (!npm) return undefined;
  const { file, args, windowsVerbatimArguments } = npm;
  return new Promise((done) => {
    const options = { env, cwd, timeout: LONGEST_MS, windowsVerbatimArguments, windowsHide: true };
    execFile(file, args, options, (error, stdout) => {
      const url = stdout.trim();
      done(error || !URL.canParse(url) ? undefined : url);
    });
  });
}

/** Undefined if it is not installed. */
function findNpm(env: Host['env'], cwd: string): Startable | undefined {
  try {
    return startable('npm', ['config', 'get', 'registry'], { env, cwd, platform: process.platform });
  } catch {
    return undefined;
  }
}
