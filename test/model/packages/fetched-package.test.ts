import { expect, it } from 'vitest';
import { packageOf } from '../../../src/model/packages/fetched-package.ts';
import { clinic, placeOf, servers } from '../../doctor/support/clinic.ts';

const image = 'ghcr.io/some/server';

it.each([
  ['npx -y some-package', 'some-package'],
  ['npx -y @scope/some-package@latest', '@scope/some-package@latest'],
  ['npx @scope/some-package@^1.2.3', '@scope/some-package@^1.2.3'],
  ['npx -p some-package run it', 'some-package'],
  ['npx --package=some-package run', 'some-package'],
  ['npx --registry https://r.example some-package', 'some-package'],
  ['npx -y -- some-package', 'some-package'],
  ['/usr/bin/npx some-package', 'some-package'],
  ['npm exec some-package', 'some-package'],
  ['pnpm dlx some-package', 'some-package'],
  ['bunx some-package', 'some-package'],
  ['cmd /c npx some-package', 'some-package'],
  ['uvx some-package', 'some-package'],
  ['uvx --from git+https://a.example/r some-program', 'git+https://a.example/r'],
  ['uv tool run --python 3.12 some-package', 'some-package'],
  ['pipx run some-package', 'some-package'],
  [`docker run -i --rm -e TOKEN -v /a:/b --name x ${image}`, image],
  ['npx -y some-package@1.2.3.4', 'some-package@1.2.3.4'],
  [`docker run ${image}:main`, `${image}:main`],
  [`docker run ${image}:1`, `${image}:1`],
  [`docker run -it ${image}:latest --flag`, `${image}:latest`],
  ['podman run -p8080:80 localhost:5000/server', 'localhost:5000/server'],
])('%s has no version', (line, name) => {
  const [command, ...args] = line.split(' ') as [string, ...string[]];
  expect(packageOf({ command, args })).toEqual({ name, pinned: false });
});

it.each([
  'npx -y some-package@1.2.3',
  'npx -y @scope/some-package@1.2.3-beta.1',
  'npx ./local',
  'npx github:some/repository#0123456789abcdef',
  'uvx some-package==1.2.3',
  'uvx some-package@1.2.3',
  'uvx --from git+https://a.example/r@0123456789abcdef some-program',
  `docker run ${image}:1.2.3`,
  `docker run ${image}@sha256:0123`,
])('%s has one', (line) => {
  const [command, ...args] = line.split(' ') as [string, ...string[]];
  expect(packageOf({ command, args })?.pinned).toBe(true);
});

it.each([
  'node server.js',
  'npm run server',
  'docker compose up',
  'npx',
  'npx ${PACKAGE}',
  'constructor x',
  'uv run x',
])('%s fetches nothing that could be pinned', (line) => {
  const [command, ...args] = line.split(' ') as [string, ...string[]];
  expect(packageOf({ command, args })).toBeUndefined();
});

it('is told about servers in use', async () => {
  const { one } = clinic(
    { '~/.claude.json': servers({ x: { command: 'npx', args: ['-y', 'pkg'] } }) },
    { programs: ['npx'] },
  );
  const issue = await one('package-unpinned');
  expect([placeOf(issue), issue.severity, issue.fix]).toEqual(['~/.claude.json:7:9', 'info', undefined]);
});
