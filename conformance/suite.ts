import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const suitePackage = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
/** The suite does not load with Node 20, the minimum version of the program itself. */
const suiteNeeds = 22;
const nodeVersion = '22.23.3';

export interface Suite {
  /** The Node binary that runs it. */
  readonly node: string;
  readonly program: string;
  /** Where it lists the scenarios that a revision requires. */
  readonly requirements: string;
}

/** The suite and a Node binary for it, from npm, cached between runs. Install scripts are not run. */
export async function installSuite(say: (line: string) => void): Promise<Suite> {
  const isOwnEnough = Number.parseInt(process.versions.node, 10) >= suiteNeeds;
  const system = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const packages = [suitePackage, ...(isOwnEnough ? [] : [`${system}@${nodeVersion}`])];
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'plugboard-conformance');
  const folder = join(cache, packages.map((name) => name.replaceAll(/[^\w.-]+/g, '-').replace(/^-/, '')).join('+'));
  if (!existsSync(folder)) {
    say(`installing ${packages.join(' and ')}…`);
    await installInto(folder, packages);
  }
  const own = join(folder, 'node_modules', '@modelcontextprotocol', 'conformance');
  return {
    node: isOwnEnough ? process.execPath : join(folder, 'node_modules', system, nodeIn(system)),
    program: join(own, 'dist', 'index.js'),
    requirements: join(own, 'requirements'),
  };
}

const nodeIn = (system: string): string => join('bin', system.startsWith('node-win') ? 'node.exe' : 'node');

/** Installed next to the target first, so that the target is always complete. */
async function installInto(folder: string, packages: readonly string[]): Promise<void> {
  const fresh = `${folder}.partial-${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  try {
    writeFileSync(join(fresh, 'package.json'), '{ "private": true }\n');
    const flags = [
      '--prefix',
      fresh,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--save-exact',
      '--loglevel=error',
    ];
    const npm = process.env['npm_execpath'];
    const command = npm && /npm-cli\.[cm]?js$/.test(npm) ? [process.execPath, npm] : ['npm'];
    const { code, output } = await run([...command, 'install', ...flags, ...packages], fresh);
    if (code !== 0) throw new Error(`The suite cannot be installed.\n${output.trim()}`);
    for (const name of packages) makeSureOfVersion(fresh, name);
    // Another run may have been faster.
    if (!existsSync(folder)) renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** npm may choose a version for the Node it runs with. */
function makeSureOfVersion(folder: string, spec: string): void {
  const at = spec.lastIndexOf('@');
  const file = join(folder, 'node_modules', spec.slice(0, at), 'package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  if (version !== spec.slice(at + 1)) throw new Error(`Asked for ${spec}, got ${version}.`);
}

export interface Outcome {
  readonly code: number;
  readonly output: string;
}

export async function run(command: readonly string[], cwd: string): Promise<Outcome> {
  const [program = '', ...args] = command;
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', fail);
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });
}
