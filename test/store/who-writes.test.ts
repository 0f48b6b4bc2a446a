import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readSources } from '../../scripts/source-files.ts';

const sources = readSources(fileURLToPath(new URL('../../src', import.meta.url)));

/** Files that use one of these functions of Node. */
function usersOf(functions: readonly string[]): string[] {
  const use = new RegExp(`\\b(?:${functions.join('|')})(?:Sync)?\\(`);
  return sources.filter(({ text }) => /from 'node:fs/.test(text) && use.test(text)).map(({ path }) => path);
}

/**
 * Directories of ours are made by `makeOwnDirectory`, which looks at owner and mode; files in them are written by
 * `writeOwnFile` and a few others. Each exception has its reason here.
 */
describe('only a few files of src', () => {
  it('make directories', () => {
    expect(usersOf(['mkdir', 'mkdtemp'])).toEqual([
      'cli/input/edit-in-editor.ts', // a new directory among the temporary ones
      'gateway/audit/audit-log.ts', // at the path that the user names
      'sets/launch/files.ts', // a new one, in a directory of ours
      'sets/launch/home.ts', // inside of that, and in the directory of a client
      'store/host/node-files.ts', // the file system of the host
      'store/state/secure-directory.ts', // with the check
      'store/state/windows-access.ts', // a new directory among the temporary ones
    ]);
  });

  it('append to files', () => {
    expect(usersOf(['appendFile', 'createWriteStream'])).toEqual([]);
    const appending = sources.filter(({ text }) => text.includes('O_APPEND')).map(({ path }) => path);
    // Both open without following links, and the file is for this user alone.
    expect(appending).toEqual(['gateway/audit/audit-log.ts', 'store/logs/log-files.ts']);
  });
});
