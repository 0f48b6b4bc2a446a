import './require-node.mjs';
import { exitIfInterrupted } from './run-program.mjs';
import { browserIsMissing, installBrowser } from './setup/browser.mjs';
import { buildIsMissing } from './setup/build-stamp.mjs';
import { install, installIsMissing } from './setup/install.mjs';
import { withLock } from './setup/lock.mjs';
import { site, testServers } from './setup/locked-folder.mjs';
import { installNodeVersions, nodeVersionsAreMissing } from './setup/node-versions.mjs';
import { installOpencode, opencodeIsMissing } from './setup/opencode.mjs';
import { installProtocolTools, protocolToolsAreMissing } from './setup/protocol-tools.mjs';
import { installSystemPrograms, systemProgramsAreMissing } from './setup/system-programs.mjs';
import { installWindows, windowsIsMissing } from './setup/windows.mjs';

/**
 * What a command may need before it can run. To add one, add a row: `isMissing` has to
 * be quick, because it is asked on every run; `provide` may take its time and throws when it cannot deliver.
 *
 * @typedef {object} Need
 * @property {string} name
 * @property {string} doing What is being done, for the person who waits.
 * @property {() => boolean} isMissing
 * @property {() => Promise<void>} provide
 */

/** In the order in which they have to be met: building needs the installed packages. */
const needs = /** @type {const} @satisfies {readonly Need[]} */ ([
  { name: 'install', doing: 'installing dependencies', isMissing: installIsMissing, provide: install },
  {
    name: 'build',
    doing: 'building',
    isMissing: buildIsMissing,
    // Loaded late: the builder imports packages that may just have been installed.
    provide: async () => (await import('./build-dist.mjs')).build({ checked: false }),
  },
  {
    name: 'system programs',
    doing: 'installing programs for tests',
    isMissing: systemProgramsAreMissing,
    provide: installSystemPrograms,
  },
  { name: 'browser', doing: 'installing a browser for tests', isMissing: browserIsMissing, provide: installBrowser },
  {
    name: 'test servers',
    doing: 'installing servers for tests',
    isMissing: testServers.isMissing,
    provide: testServers.install,
  },
  { name: 'site', doing: 'installing VitePress', isMissing: site.isMissing, provide: site.install },
  { name: 'opencode', doing: 'installing OpenCode for tests', isMissing: opencodeIsMissing, provide: installOpencode },
  {
    name: 'protocol-tools',
    doing: 'installing the checks of the protocol for tests',
    isMissing: protocolToolsAreMissing,
    provide: installProtocolTools,
  },
  {
    name: 'node versions',
    doing: 'installing other versions of Node for tests',
    isMissing: nodeVersionsAreMissing,
    provide: installNodeVersions,
  },
  {
    name: 'windows',
    doing: 'installing Wine and Node for Windows for tests',
    isMissing: windowsIsMissing,
    provide: installWindows,
  },
]);

/** @typedef {(typeof needs)[number]['name']} NeedName */

/**
 * Provides what is missing of the wanted needs. Talks on stderr only, as stdout belongs to the command that follows.
 * When something cannot be provided, says why and ends the process with code 1.
 *
 * @param {readonly NeedName[]} wanted
 */
export async function ensure(wanted) {
  for (const need of needs) {
    if (!wanted.includes(need.name)) continue;
    try {
      if (!need.isMissing()) continue;
      // Another run may have provided it while this one waited for the lock, hence the second look.
      await withLock(async () => need.isMissing() && (await provide(need)));
    } catch (error) {
      exitIfInterrupted();
      say(`${need.doing} failed.\n${error instanceof Error ? error.message : String(error)}`);
      process.exit(1);
    }
  }
}

/** @param {Need} need */
async function provide(need) {
  const started = performance.now();
  say(`${need.doing}…`);
  await need.provide();
  say(`${need.doing} took ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`plugboard: ${line}\n`);
}
