import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/**
 * Notes its start and its signals, and goes on when the file `go` is there: ends with an error after a signal, else
 * installs what the file `offers` names.
 */
const standInForNpm = `#!${process.execPath}
const { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const note = (line) => appendFileSync('npm-log', line + '\\n');
let signals = 0;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => (signals++, note(name)));
note('started');
setInterval(() => {
  if (!existsSync('go')) return;
  note('ended');
  if (signals > 0) process.exit(1);
  for (const name of readFileSync('offers', 'utf8').split(',')) {
    mkdirSync('node_modules/' + name, { recursive: true });
    writeFileSync('node_modules/' + name + '/package.json', '{}');
  }
  writeFileSync('node_modules/.package-lock.json', '{}');
  process.exit(0);
}, 10);
`;

export interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly end: Promise<number | null>;
}

/** A checkout of our scripts with two packages, on a machine with a stand-in for npm. */
export class SmallCheckout {
  readonly folder = mkdtempSync(join(homedir(), 'checkout-'));

  constructor() {
    cpSync(fileURLToPath(new URL('../../../scripts', import.meta.url)), this.path('scripts'), { recursive: true });
    const packages = { '': {}, 'node_modules/one': { version: '1.0.0' }, 'node_modules/two': { version: '1.0.0' } };
    this.write('package.json', '{}');
    this.write('package-lock.json', JSON.stringify({ packages }));
    this.write('offers', 'one,two');
    this.write('bin/npm', standInForNpm, 0o755);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, text: string, mode = 0o644): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text, { mode });
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  remove(name: string): void {
    rmSync(this.path(name), { recursive: true });
  }

  has(name: string): boolean {
    return existsSync(this.path(name));
  }

  /** What npm has noted. */
  log(): string[] {
    return this.has('npm-log') ? this.read('npm-log').trim().split('\n') : [];
  }

  /** Installs the packages as every command does first. */
  install(): Run {
    return this.start(`import { ensure } from './scripts/setup.mjs'; await ensure(['install']);`);
  }

  /** Runs a script where no other programs are installed. */
  start(script: string): Run {
    const env = { HOME: this.folder, PATH: this.path('bin') };
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: this.folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => {
      this.write('go', '');
      child.kill();
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const end = once(child, 'close').then(([code]) => code as number | null);
    return { child, output: () => output, end };
  }
}
