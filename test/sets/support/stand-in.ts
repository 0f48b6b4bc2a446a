import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Host } from '../../../src/model/host.ts';
import { type Box, box } from '../../store/support/box.ts';

/** What a program saw that was started in the place of an assistant. */
export interface Seen {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Every file that an argument or a variable names, with its permission bits and those of its directory. */
  readonly files: Readonly<
    Record<string, { readonly text: string; readonly mode: number; readonly directory: number }>
  >;
}

/** Notes what it sees, does what ACT says, and ends. */
const script = `
  const { readFileSync, statSync, writeFileSync } = require('node:fs');
  const { dirname } = require('node:path');
  const files = {};
  for (const word of [...process.argv.slice(2), ...Object.values(process.env)]) {
    const path = word.slice(word.search('/'));
    try {
      const bits = (name) => statSync(name).mode & 0o777;
      files[path] = { text: readFileSync(path, 'utf8'), mode: bits(path), directory: bits(dirname(path)) };
    } catch {}
  }
  const { argv, env } = process;
  writeFileSync(env.SEEN, JSON.stringify({ argv: argv.slice(2), env, cwd: process.cwd(), files }));
  eval(env.ACT ?? '');
`;

export interface Stage extends Box {
  /** With nothing on its PATH but the stand-in. */
  readonly host: Host;
  readonly seen: () => Seen;
  /** The same machine, on which the program does something more. */
  acting(act: string): Host;
}

/** A machine with a stand-in for a program. */
export function stage(program: string): Stage {
  const inBox = box();
  const path = inBox.path(`bin/${program}`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!${process.execPath}\n${script}`);
  chmodSync(path, 0o755);
  const record = inBox.path('seen.json');
  const host: Host = {
    ...inBox.host,
    env: { PATH: inBox.path('bin'), HOME: inBox.path('home'), PLUGBOARD_HOME: inBox.path('own'), SEEN: record },
  };
  return {
    ...inBox,
    host,
    acting: (act) => ({ ...host, env: { ...host.env, ACT: act } }),
    seen: () => JSON.parse(existsSync(record) ? readFileSync(record, 'utf8') : 'null') as Seen,
  };
}
