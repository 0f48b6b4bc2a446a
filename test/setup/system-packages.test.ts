import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const aptGet = new URL('../../scripts/setup/apt-get.mjs', import.meta.url).href;
const systemPrograms = new URL('../../scripts/setup/system-programs.mjs', import.meta.url).href;

interface Outcome {
  readonly printed: string;
  /** What had been printed when apt-get was started first; undefined if it was not. */
  readonly before: string | undefined;
}

/** Runs a script of the set-up on a machine that has only an apt-get, which notes what was printed and exits as told. */
function onMachine(script: string, { exits = 0, declines }: { exits?: number; declines?: string } = {}): Outcome {
  const folder = mkdtempSync(join(homedir(), 'apt-get-'));
  const [output, seen] = [join(folder, 'output'), join(folder, 'seen')];
  const fake = `#!/bin/sh\n[ -e '${seen}' ] || /bin/cat '${output}' > '${seen}'\necho 'Reading lists'\necho 'E: no route to the mirror' >&2\nexit ${exits}\n`;
  writeFileSync(join(folder, 'apt-get'), fake);
  chmodSync(join(folder, 'apt-get'), 0o755);
  const stream = openSync(output, 'w');
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { HOME: folder, PATH: folder, ...(declines === undefined ? {} : { PLUGBOARD_NO_SYSTEM_PACKAGES: declines }) },
    stdio: ['ignore', stream, stream],
  });
  closeSync(stream);
  expect(status).toBe(0);
  return { printed: readFileSync(output, 'utf8'), before: existsSync(seen) ? readFileSync(seen, 'utf8') : undefined };
}

const install = `import { installPackages } from '${aptGet}'; await installPackages(['zsh', 'fish']);`;
const ask = `import { mayInstallPackages } from '${aptGet}'; console.log(mayInstallPackages());`;

describe.skipIf(process.platform === 'win32')('system packages', () => {
  it('are named before apt-get is started, with the way to decline', () => {
    const { before } = onMachine(install);
    expect(before).toMatch(/apt-get: zsh, fish .*PLUGBOARD_NO_SYSTEM_PACKAGES=1/);
    expect(before?.trim().split('\n')).toHaveLength(1);
  });

  it('are reported with the reason when apt-get fails', () => {
    const [named, failed] = [onMachine(install), onMachine(install, { exits: 100 })].map(({ printed }) =>
      printed.trim().split('\n'),
    );
    expect(named).toHaveLength(1);
    expect(failed).toHaveLength(4);
    expect(failed?.at(-1)).toBe('E: no route to the mirror');
  });

  it.each(['1', 'true', 'yes'])('may not be installed with PLUGBOARD_NO_SYSTEM_PACKAGES=%s', (declines) => {
    expect(onMachine(ask, { declines })).toEqual({ printed: 'false\n', before: undefined });
  });

  it('are known to be missing, also if they may not be installed', () => {
    const script = `import { missingPrograms } from '${systemPrograms}'; console.log(missingPrograms().join());`;
    expect(onMachine(script, { declines: '1' }).printed).toMatch(/^zsh,fish,tmux,rg,.*secret-tool,.*nginx\n$/);
  });

  // Others may not install packages.
  it.runIf(process.getuid?.() === 0).each([undefined, '', '0', 'false'])('may be installed with %o', (declines) => {
    const options = declines === undefined ? {} : { declines };
    expect(onMachine(ask, options)).toEqual({ printed: 'true\n', before: undefined });
  });
});
