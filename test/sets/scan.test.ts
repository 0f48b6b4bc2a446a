import { describe, expect, it } from 'vitest';
import { PlugboardError } from '../../src/model/diagnostics/error.ts';
import { shownPath } from '../../src/model/short-path.ts';
import { MissingConfigDirectoryError } from '../../src/sets/missing-config-directory.ts';
import { scanMcpConfigs } from '../../src/sets/scan-mcp-configs.ts';
import { scanSets } from '../../src/sets/scan.ts';
import { failure } from '../store/support/box.ts';
import { systemError, watched } from '../store/support/faults.ts';
import { servers, setsBox } from './support/sets-box.ts';

describe('scanning', () => {
  it('finds what ends in .json, hidden or not, by name', async () => {
    const { host, directory, put } = setsBox();
    const names = ['gamma.json', 'Beta.json', 'alpha.json', '.hidden.json', 'a.json.json', 'zoo.json'];
    for (const name of names) put(name, servers('x'));
    for (const name of ['notes.txt', 'b.jsonc', 'json', 'C.JSON', 'json.bak', 'below/c.json']) put(name, servers('x'));
    const found = (await scanSets(host, directory)).map(({ name }) => name);
    expect(found).toEqual(['.hidden', 'a.json', 'alpha', 'Beta', 'gamma', 'zoo']);
  });

  it('has one order for names that look the same, however the disk lists them', async () => {
    const { host, directory } = setsBox();
    const names = ['u\u0308.json', '\u00fc.json', 'A.json', 'a.json', 'z.json', '\u00f6.json'];
    const orderOf = async (listed: string[]): Promise<string[]> => {
      const fs = { ...host.fs, readDirectory: async () => listed };
      return (await scanSets({ ...host, fs }, directory)).map(({ name }) => name);
    };
    const order = await orderOf(names);
    expect(order).toEqual(['a', 'A', '\u00f6', 'u\u0308', '\u00fc', 'z']);
    expect(await orderOf(names.toReversed())).toEqual(order);
  });

  it('is not stopped by a bad file', async () => {
    const { host, directory, link, put } = setsBox();
    put('bad.json', '{');
    put('good.json', servers('good'));
    link('lost.json', 'nowhere');
    put('secret.json', servers('a'));
    const faulty = watched(host, ({ name, path }) => {
      if (name === 'readFile' && path.endsWith('secret.json')) throw systemError('EACCES');
    });
    const sets = await scanSets(faulty, directory);
    expect(sets.map(({ name, error }) => [name, error === undefined])).toEqual([
      ['bad', false],
      ['good', true],
      ['lost', false],
      ['secret', false],
    ]);
  });

  it('reads 10,000 files, a bounded number at once, always in the same order', async () => {
    const { host, directory, put } = setsBox();
    const count = 10_000;
    for (let index = 0; index < count; index += 1)
      put(`set-${index}.json`, index % 100 === 0 ? '{' : servers(`s${index}`));
    let [open, most] = [0, 0];
    const fs = {
      ...host.fs,
      readDirectory: async (path: string) => (await host.fs.readDirectory(path)).toReversed(),
      async readFile(path: string) {
        open += 1;
        most = Math.max(most, open);
        await Promise.resolve();
        const bytes = await host.fs.readFile(path);
        open -= 1;
        return bytes;
      },
    };
    const sets = await scanSets({ ...host, fs }, directory);
    expect(sets).toHaveLength(count);
    expect(sets.filter(({ error }) => error !== undefined)).toHaveLength(count / 100);
    expect(sets).toEqual(await scanSets(host, directory));
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(64);
  });

  it('takes an empty directory for one without sets', async () => {
    const { host, directory } = setsBox();
    expect(await scanSets(host, directory)).toEqual([]);
  });
});

describe('a directory that cannot be scanned', () => {
  it('is not there', async () => {
    const { host, path } = setsBox();
    const missing = path('home/nowhere');
    const error = await failure(scanSets(host, missing));
    expect(error).toBeInstanceOf(MissingConfigDirectoryError);
    expect(error).toBeInstanceOf(PlugboardError);
    expect(error).toMatchObject({
      name: 'MissingConfigDirectoryError',
      message: `Config directory not found: ${shownPath(missing)}`,
      directoryPath: missing,
      code: 'config-directory-missing',
      data: { path: missing },
    });
  });

  it('is a link that leads nowhere', async () => {
    const { host, directory, link } = setsBox();
    link('away', 'nowhere');
    expect(await failure(scanSets(host, `${directory}/away`))).toMatchObject({ code: 'config-directory-unreadable' });
    const error = await failure(scanMcpConfigs(`${directory}/away`, host));
    expect(error).toBeInstanceOf(MissingConfigDirectoryError);
  });

  it('is a file', async () => {
    const { host, write } = setsBox();
    const file = write('home/file', '');
    expect(await failure(scanSets(host, file))).toMatchObject({
      code: 'config-directory-not-directory',
      message: `Config directory is not a directory: ${shownPath(file)}`,
    });
  });

  // Windows reports a path below a file as missing.
  it.skipIf(process.platform === 'win32')('is below a file', async () => {
    const { host, write } = setsBox();
    const file = write('home/file', '');
    expect(await failure(scanSets(host, `${file}/below`))).toMatchObject({
      code: 'config-directory-unreadable',
      message: `Config directory cannot be read: ${shownPath(`${file}/below`)}: a part of its path is not a directory`,
    });
  });

  it('may not be looked into', async () => {
    const { host, directory } = setsBox();
    const cause = systemError('EACCES');
    const faulty = watched(host, ({ name }) => {
      if (name === 'readDirectory') throw cause;
    });
    const error = await failure(scanSets(faulty, directory));
    expect(error).not.toBeInstanceOf(MissingConfigDirectoryError);
    expect(error).toMatchObject({
      code: 'config-directory-unreadable',
      message: `Config directory cannot be read: ${shownPath(directory)}: permission denied`,
      cause,
    });
  });
});

describe('scanMcpConfigs', () => {
  it('gives the documented shape', async () => {
    const { host, directory, put } = setsBox();
    put('bad.json', '{ "mcpServers": { "a": { "command": "" } } }');
    put('files.json', servers('files'));
    put('several.json', { ...(servers('one', 'two') as object), description: 'not shown' });
    const expected = [
      {
        name: 'bad',
        path: `${directory}/bad.json`,
        description: 'Invalid config: bad',
        valid: false,
        error: 'at mcpServers.a.command: Command cannot be empty',
      },
      { name: 'files', path: `${directory}/files.json`, description: 'files', valid: true },
      { name: 'several', path: `${directory}/several.json`, description: 'several → one, two', valid: true },
    ];
    expect(await scanMcpConfigs(undefined, host)).toStrictEqual(expected);
    expect(await scanMcpConfigs(directory)).toStrictEqual(expected);
    expect(await scanMcpConfigs('~/.claude/mcp-configs', host)).toStrictEqual(expected);
  });

  it('looks where the environment says, and says where nothing is', async () => {
    const { host, path } = setsBox();
    const env = { ...host.env, CCMCP_CONFIG_DIR: 'sets' };
    expect(await failure(scanMcpConfigs(undefined, { ...host, env }))).toMatchObject({
      name: 'MissingConfigDirectoryError',
      directoryPath: path('project/sets'),
    });
  });
});
