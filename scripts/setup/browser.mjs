import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from '../root.mjs';
import { runProgram } from '../run-program.mjs';
import { declinesPackages, installPackages, lastLines, mayInstallPackages } from './apt-get.mjs';
import { findOnPath, isProgram } from './on-path.mjs';
import { noteTried, wereTried } from './tried.mjs';

/** Program names on the PATH, common ones first. */
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

/** Locations outside the PATH. */
const places = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].map((variable) =>
    join(process.env[variable] ?? '', 'Google', 'Chrome', 'Application', 'chrome.exe'),
  ),
};

/** In Playwright's own folder, by system. */
const inFolder = {
  linux: ['chrome-linux/chrome', 'chrome-linux64/chrome'],
  darwin: [
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  ],
  win32: ['chrome-win/chrome.exe', 'chrome-win64/chrome.exe'],
};

/** The Chromium that tests and screenshots use; what `PLUGBOARD_CHROMIUM` names comes first. */
export function findBrowser() {
  const named = process.env['PLUGBOARD_CHROMIUM'];
  if (named) return isProgram(named) ? named : undefined;
  const onPath = names.map(findOnPath).find((path) => path !== undefined);
  return onPath ?? [...ofThisSystem(places), ...inPlaywrightCache()].find(isProgram);
}

/**
 * @template T
 * @param {Readonly<Record<string, T[]>>} table
 */
function ofThisSystem(table) {
  return table[process.platform] ?? [];
}

/** The newest first. */
function inPlaywrightCache() {
  const folder = playwrightCache();
  try {
    const versions = readdirSync(folder).filter((name) => /^chromium-\d+$/.test(name));
    const newest = versions.toSorted((a, b) => Number(b.slice(9)) - Number(a.slice(9)));
    return newest.flatMap((name) => ofThisSystem(inFolder).map((path) => join(folder, name, path)));
  } catch {
    return [];
  }
}

function playwrightCache() {
  const chosen = process.env['PLAYWRIGHT_BROWSERS_PATH'];
  if (chosen && chosen !== '0') return chosen;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'ms-playwright');
  if (process.platform === 'win32') return join(process.env['LocalAppData'] ?? homedir(), 'ms-playwright');
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'ms-playwright');
}

/** Nothing is installed if system packages are declined, or if it was tried. Without a browser, tests of the page are skipped. */
export function browserIsMissing() {
  return !declinesPackages() && findBrowser() === undefined && !wereTried(['Chromium']);
}

/** Debian's package if it may be installed, else Playwright's own download. Never fails but for a wrong setting. */
export async function installBrowser() {
  const named = process.env['PLUGBOARD_CHROMIUM'];
  if (named) throw new Error(`PLUGBOARD_CHROMIUM names ${named}, which is not a program.`);
  if (mayInstallPackages()) await installPackages(['chromium', 'fonts-dejavu-core'], 300_000);
  if (findBrowser() === undefined) await downloadBrowser();
  if (findBrowser() !== undefined) return;
  process.stderr.write(`plugboard: the tests of the page need a Chromium: ${waysToGetBrowser}\n`);
  noteTried(['Chromium']);
}

async function downloadBrowser() {
  const playwright = fromRoot('node_modules', 'playwright-core', 'cli.js');
  const { code, output } = await runProgram(process.execPath, [playwright, 'install', 'chromium'], {
    timeout: 300_000,
  });
  if (code !== 0) process.stderr.write(`plugboard: Chromium could not be downloaded${lastLines(output)}\n`);
}

export const waysToGetBrowser =
  'install the package chromium of your system, run `npx playwright-core install chromium`, or set PLUGBOARD_CHROMIUM to the path of one';
