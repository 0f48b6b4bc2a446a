import { expect, it } from 'vitest';
import { isTemporaryInstall, lastingSearchPath } from '../../src/model/find-program.ts';

const lasting = ['/usr/bin', '/home/me/work/node_modules/.bin-of-mine'];
const ofThisRun = [
  '/home/me/.npm/_npx/4b1c/node_modules/.bin',
  '/home/me/.cache/pnpm/dlx/9a/node_modules/.bin',
  '/tmp/bunx-1000-plugboard@latest/node_modules/.bin',
  '/tmp/xfs-1f2e3d',
  // Another directory for each client.
  './node_modules/.bin',
  'node_modules/.bin',
];
const local = '/home/me/work/node_modules/.bin';

it.each([
  ['npm', { npm_config_user_agent: 'npm/11.0.0 node/v20.20.2' }, lasting],
  ['yarn', { npm_execpath: '/usr/share/yarn/bin/yarn.js' }, lasting],
  // A person may have put it on the PATH.
  ['a shell', {}, [...lasting, local]],
])('leaves out directories that only a run has (%s)', (_, env, expected) => {
  const PATH = [...ofThisRun, ...lasting, local].join(':');
  expect(lastingSearchPath({ env: { ...env, PATH }, platform: 'linux' })).toEqual(expected);
});

it('knows such directories on Windows', () => {
  const PATH = String.raw`C:\Users\me\AppData\Local\npm-cache\_npx\4b\node_modules\.bin;C:\work\node_modules\.bin;C:\bin`;
  const env = { Path: PATH, NPM_CONFIG_USER_AGENT: 'npm/11' };
  expect(lastingSearchPath({ env, platform: 'win32' })).toEqual(['C:/bin']);
});

it.each([
  ['/home/me/.npm/_npx/4b1c/node_modules/plugboard/bin/plugboard.js', true],
  [String.raw`C:\Users\me\AppData\Local\npm-cache\_npx\4b\node_modules\plugboard\bin\plugboard.js`, true],
  ['/home/me/work/.yarn/cache/plugboard-file-0.zip/node_modules/plugboard/bin/plugboard.js', true],
  ['/usr/lib/node_modules/plugboard/bin/plugboard.js', false],
  ['/home/me/dlx.d/plugboard.js', false],
])('%s is temporary: %s', (path, expected) => {
  expect(isTemporaryInstall(path)).toBe(expected);
});
