import { dirname } from 'node:path';
import type { Host } from '../../model/host.ts';
import { runVaultProgram, SYSTEM_PATH } from '../../store/credentials/run-vault-program.ts';
import { readText } from '../../store/read/read-text.ts';
import { writing } from '../../store/read/reason.ts';
import { putInPlace, stage } from '../../store/write/put-file.ts';

/** Makes Git ignore a file, if its directory is in a work tree: adds it to the `.gitignore` beside it. */
export async function ignoreInGit(host: Host, directory: string, name: string): Promise<void> {
  if (!(await isInWorkTree(host, directory)) || (await isIgnored(host, directory, name))) return;
  const path = `${directory}/.gitignore`;
  const read = await readText(host, path);
  const before = 'text' in read ? read.text : '';
  const text = `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}/${name}\n`;
  await writing(path, async () => {
    await stage(host, `${path}.plugboard.tmp`, { bytes: Buffer.from(text), mode: 0o644 });
    await putInPlace(host, `${path}.plugboard.tmp`, path);
  });
}

async function isInWorkTree(host: Host, directory: string): Promise<boolean> {
  for (let at = directory; ; at = dirname(at)) {
    if ((await host.fs.kindOf(`${at}/.git`)) !== undefined) return true;
    if (dirname(at) === at) return false;
  }
}

/** Without Git itself, a line with the name counts. */
async function isIgnored(host: Host, directory: string, name: string): Promise<boolean> {
  try {
    const env = { HOME: host.home, PATH: SYSTEM_PATH };
    const { code } = await runVaultProgram({ file: 'git', args: ['check-ignore', '-q', '--', name] }, env, directory);
    return code === 0;
  } catch {
    const read = await readText(host, `${directory}/.gitignore`);
    return 'text' in read && read.text.split(/\r?\n/).some((line) => line === name || line === `/${name}`);
  }
}
