import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { folder } from './support.ts';

it.skipIf(process.platform === 'win32')('a command ends with the process that runs it', async () => {
  const place = folder();
  const source = fileURLToPath(new URL('../../../src/runtime/values/run-command.ts', import.meta.url));
  const [bundle, pidFile] = [join(place, 'run.mjs'), join(place, 'pid')];
  const contents = `
    import { existsSync } from 'node:fs';
    import { commandRunner } from ${JSON.stringify(source)};
    void commandRunner.run({ shell: 'echo $$ > ${pidFile}; sleep 1000 & wait' }, { env: process.env });
    setInterval(() => existsSync('${pidFile}') && process.exit(0), 5);`;
  await build({
    stdin: { contents, resolveDir: place },
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
  });
  const [code] = (await once(spawn(process.execPath, [bundle], { stdio: 'inherit' }), 'exit')) as [number];
  expect(code).toBe(0);
  for (let text = ''; !text.endsWith('\n');) {
    text = existsSync(pidFile) ? readFileSync(pidFile, 'utf8') : '';
    await new Promise(setImmediate);
  }
  const group = -Number(readFileSync(pidFile, 'utf8'));
  const isThere = (): boolean => {
    try {
      return process.kill(group, 0);
    } catch {
      return false;
    }
  };
  while (isThere()) await new Promise(setImmediate);
});
