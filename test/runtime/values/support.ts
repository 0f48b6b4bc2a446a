import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Server } from '../../../src/model/server.ts';
import type { Origin, ServerToRun } from '../../../src/runtime/types.ts';

export function toRun(server: Server, origin?: Origin): ServerToRun {
  return { name: 'one', server, ...(origin && { origin }) };
}

/** A directory that goes away with the home of the test. */
export function folder(): string {
  return mkdtempSync(join(homedir(), 'folder-'));
}

/** Variables with which a program of this name, made of a shell script, is found first. */
export function withProgram(name: string, script: string): NodeJS.ProcessEnv {
  const bin = join(folder(), 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, name), 0o755);
  return { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` };
}
