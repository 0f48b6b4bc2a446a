import { expect, it } from 'vitest';
import { installHint } from '../../src/live/install-hints.ts';

it.each([
  ['npx', 'linux', 'install Node.js, which includes it: https://nodejs.org'],
  ['npx', 'win32', 'install Node.js, which includes it: https://nodejs.org or: winget install OpenJS.NodeJS.LTS'],
  ['NPX.CMD', 'win32', 'install Node.js, which includes it: https://nodejs.org or: winget install OpenJS.NodeJS.LTS'],
  ['pipx', 'win32', 'install pipx: https://pipx.pypa.io or: scoop install pipx'],
  ['npx.cmd', 'linux', undefined],
  ['something', 'win32', undefined],
] as const)('%s on %s', (command, platform, hint) => expect(installHint(command, platform)).toBe(hint));
