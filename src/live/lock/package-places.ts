import { execFile } from 'node:child_process';
import type { Host } from '../../model/host.ts';
import type { PackagePlaces } from '../../registry/packages/package-spec.ts';

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
  const isWindows = process.platform === 'win32';
  return new Promise((done) => {
    const options = { env, cwd, timeout: LONGEST_MS, shell: isWindows, windowsHide: true };
    execFile('npm', ['config', 'get', 'registry'], options, (error, stdout) => {
      const url = stdout.trim();
      done(error || !URL.canParse(url) ? undefined : url);
    });
  });
}
