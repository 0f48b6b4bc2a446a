import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { type Machine, machine, program } from '../../cli/support/machine.ts';

/** A machine without a keychain, on whose PATH `plugboard` and `node` are. */
export function machineWithLauncher(
  files: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Machine {
  const here = machine(files);
  const bin = here.path('~/bin');
  mkdirSync(bin);
  if (process.platform === 'win32') {
    // A batch file does not lead to the script, so clients of the desktop get the path of the program that runs.
    process.argv[1] = program;
    writeFileSync(join(bin, 'plugboard.cmd'), `@"${process.execPath}" "${program}" %*\r\n`);
  } else {
    symlinkSync(program, join(bin, 'plugboard'));
    symlinkSync(process.execPath, join(bin, 'node'));
  }
  const path = [bin, dirname(process.execPath), here.env['PATH'] ?? ''].join(delimiter);
  const env = { ...here.env, PATH: path, DBUS_SESSION_BUS_ADDRESS: 'disabled:', ...more };
  return { ...here, env, run: (args, how = {}) => here.run(args, { ...how, env: { ...env, ...how.env } }) };
}

/** The files below the home and the project that contain a canary. */
export function leaksOf(here: Machine): string[] {
  return [here.path('~/'), here.project].flatMap((root) =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => /canary/.test(readFileSync(path, 'latin1'))),
  );
}
