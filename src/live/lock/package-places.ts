import { execFile } from 'node:child_process';
import type { Host } from '../../model/host.ts';
import type { PackagePlaces } from '../../registry/packages/package-spec.ts';
import { type Startable, startable } from '../../runtime/connect/stdio/startable.ts';
import { ownEnvironment } from '../../trust/own-programs.ts';

const LONGEST_MS = 30_000;

/** Where this machine fetches packages from, by the settings of npm and uv or pip. */
export function packagePlaces(host: Host): PackagePlaces {
  const env = ownSettings(host);
  const setting = (...names: string[]): string | undefined =>
    names.map((name) => env[name]).find((value) => value !== undefined && value !== '');
  return {
    fetch,
    npm: async () => setting('npm_config_registry', 'NPM_CONFIG_REGISTRY') ?? (await askNpm(host)),
    pypi: setting('UV_DEFAULT_INDEX', 'UV_INDEX_URL', 'PIP_INDEX_URL'),
    signal: AbortSignal.timeout(LONGEST_MS),
  };
}

/**
 * npm has further places for its settings, which only npm itself knows. Those of the project do not count: it is asked in
 * the home directory.
 */
async function askNpm(host: Host): Promise<string | undefined> {
  const npm = findNpm(host);
  if (!npm) return undefined;
  const { file, args, windowsVerbatimArguments } = npm;
  return new Promise((done) => {
    const options = { env: ownSettings(host), cwd: host.home, timeout: LONGEST_MS, windowsVerbatimArguments };
    execFile(file, args, { ...options, windowsHide: true }, (error, stdout) => {
      const url = stdout.trim();
      done(error || !URL.canParse(url) ? undefined : url);
    });
  });
}

/** The environment without the settings that npm puts there for the programs it starts: some are those of the project. */
function ownSettings(host: Host): Host['env'] {
  const env = ownEnvironment(host);
  const isUnderNpm = env['npm_execpath'] !== undefined || env['npm_config_user_agent'] !== undefined;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isUnderNpm || !name.startsWith('npm_')));
}

/** Undefined if it is not installed. */
function findNpm(host: Host): Startable | undefined {
  try {
    const { platform } = process;
    return startable('npm', ['config', 'get', 'registry'], { env: ownEnvironment(host), cwd: host.home, platform });
  } catch {
    return undefined;
  }
}
