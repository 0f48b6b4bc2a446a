import { join, relative } from 'node:path';
import type { Host } from '../../model/host.ts';
import { readGit } from '../../store/git/run-git.ts';
import { readText } from '../../store/read/read-text.ts';
import { writing } from '../../store/read/reason.ts';
import { putInPlace, stage } from '../../store/write/put-file.ts';
import { checkoutAround, realPath } from '../../trust/territory.ts';

/** Makes Git ignore a file, if its directory is in a work tree: adds it to the `.gitignore` beside it. */
export async function ignoreInGit(host: Host, directory: string, name: string): Promise<void> {
  if (checkoutAround(realPath(directory)) === undefined || (await isIgnored(host, directory, name))) return;
  const path = `${directory}/.gitignore`;
  const read = await readText(host, path);
  const before = 'text' in read ? read.text : '';
  const text = `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}/${name}\n`;
  await writing(path, async () => {
    await stage(host, `${path}.plugboard.tmp`, { bytes: Buffer.from(text), mode: 0o644 });
    await putInPlace(host, `${path}.plugboard.tmp`, path);
  });
}

/** Without Git itself, a line with the name counts. */
async function isIgnored(host: Host, directory: string, name: string): Promise<boolean> {
  try {
    const real = realPath(directory);
    const path = join(relative(checkoutAround(real) ?? real, real), name);
    return (await readGit(host, directory, ['check-ignore', '-q', '--', path]))?.code === 0;
  } catch {
    const read = await readText(host, `${directory}/.gitignore`);
    return 'text' in read && read.text.split(/\r?\n/).some((line) => line === name || line === `/${name}`);
  }
}
