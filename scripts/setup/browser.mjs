import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from '../root.mjs';
import { declinesPackages, installPackages, mayInstallPackages } from './apt-get.mjs';
import { findOnPath, isProgram } from './on-path.mjs';

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

/** Nothing is installed if system packages are declined. Without a browser, tests of the page are skipped. */
export function browserIsMissing() {
  return !declinesPackages() && findBrowser() === undefined;
}

/** Debian's package if it may be installed, else Playwright's own download. */
export async function installBrowser() {
  const named = process.env['PLUGBOARD_CHROMIUM'];
  if (named) throw new Error(`PLUGBOARD_CHROMIUM names ${named}, which is not a program.`);
  if (mayInstallPackages()) installPackages(['chromium', 'fonts-dejavu-core'], 300_000);
  if (browserIsMissing()) downloadBrowser();
  if (browserIsMissing()) throw new Error(instructions);
}

function downloadBrowser() {
  const playwright = fromRoot('node_modules', 'playwright-core', 'cli.js');
  spawnSync(process.execPath, [playwright, 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 });
}

const instructions = `The tests of the page need a Chromium, and none could be installed. Do one of these and try again:
  sudo apt-get install chromium        (Debian, Ubuntu; others have a package of the same name)
  npx playwright-core install chromium (any system, downloads it for this user)
  export PLUGBOARD_CHROMIUM=/path/to/chrome-or-chromium
  export PLUGBOARD_NO_SYSTEM_PACKAGES=1 (skips these tests)`;
