import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nodeHost } from '../../src/store/host/node-host.ts';
import { readTexts } from '../../src/store/read/read-texts.ts';
import { Random } from '../random.ts';
import type { FuzzTarget } from '../target.ts';

/** Far longer than any step takes. */
const HANGS_MS = 20_000;

/** Reads directories full of pipes, devices, links and endless files. */
export const kindsOfFiles: FuzzTarget = {
  name: 'Kinds of files',
  promise:
    'Whatever stands among configuration files, each is read or named, none is waited for, and no other is hidden.',
  runsInTests: 60,
  async attack(runs, seed) {
    const random = new Random(seed);
    const root = mkdtempSync(join(tmpdir(), 'plugboard-kinds-'));
    const failures: string[] = [];
    const figures = { read: 0, named: 0, absent: 0 };
    try {
      for (let run = 0; run < runs; run += 1) {
        const directory = join(root, String(run));
        mkdirSync(directory);
        const made = Array.from({ length: 1 + random.below(8) }, (_, index) => {
          const [kind, make] = random.pick(Object.entries(kinds));
          const path = join(directory, `${index}.json`);
          return { kind, path, expected: make(path, random) };
        });
        const texts = await inTime(
          readTexts(
            nodeHost(),
            made.map(({ path }) => path),
          ),
        );
        for (const [index, { kind, expected }] of made.entries()) {
          const found = texts?.[index];
          const outcome = !found ? 'waited for' : 'text' in found ? 'read' : 'absent' in found ? 'absent' : 'named';
          if (outcome !== expected) failures.push(`${kind} is ${outcome}, not ${expected}`);
          else figures[outcome] += 1;
        }
        rmSync(directory, { recursive: true, force: true });
      }
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
    return { runs, figures, failures };
  },
};

type Make = (path: string, random: Random) => 'read' | 'named' | 'absent';

const everywhere: Readonly<Record<string, Make>> = {
  'a text': (path, random) => {
    writeFileSync(path, '{}'.padEnd(random.below(100_000)));
    return 'read';
  },
  'other bytes': (path, random) => {
    writeFileSync(path, Buffer.from([0xff, ...Array.from({ length: random.below(100) }, () => random.below(256))]));
    return 'named';
  },
  'a directory': (path) => {
    mkdirSync(path);
    return 'named';
  },
  nothing: () => 'absent',
  'an endless file': (path, random) => {
    writeFileSync(path, '');
    truncateSync(path, 33 * 1024 ** 2 + random.below(10) * 1024 ** 3);
    return 'named';
  },
};

const onUnix: Readonly<Record<string, Make>> = {
  'a pipe': (path) => {
    execFileSync('mkfifo', [path]);
    return 'named';
  },
  'a device': (path, random) => {
    symlinkSync(random.pick(['/dev/zero', '/dev/random', '/dev/null', '/dev/tty']), path);
    return 'named';
  },
  'a link to nothing': (path) => {
    symlinkSync('nowhere', path);
    return 'absent';
  },
  'a circle of links': (path) => {
    symlinkSync(path, path);
    return 'named';
  },
  'a link to a text': (path) => {
    writeFileSync(`${path}.target`, '{}');
    symlinkSync(`${path}.target`, path);
    return 'read';
  },
  'a link to a directory': (path) => {
    symlinkSync(dirname(path), path);
    return 'named';
  },
};

const kinds = process.platform === 'win32' ? everywhere : { ...everywhere, ...onUnix };

async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(done, HANGS_MS, undefined);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
