import { readFile, readdir } from 'node:fs/promises';
import { fromRoot } from './root.mjs';

/**
 * Bundling leaves license comments and files behind, and the licenses ask to be passed on: their texts, in one file,
 * for exactly the packages whose code is in the bundle.
 *
 * @param {Pick<import('esbuild').Metafile, 'outputs'>[]} metafiles
 */
export async function thirdPartyLicenses(...metafiles) {
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs));
  const bundled = outputs.flatMap((output) =>
    Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const files = [...new Set(bundled)].filter((path) => packageFolder(path) !== undefined);
  const folders = [...new Set(files.map(packageFolder))].filter((folder) => folder !== undefined).toSorted();
  const inlined = [...new Set((await Promise.all(files.map(inlinedIn))).flat())].toSorted();
  const texts = await Promise.all([...folders.map(licenseOf), ...inlined.map(inlinedLicenseOf)]);
  return ['Plugboard contains code of these packages.\n', ...texts].join(`\n${'-'.repeat(80)}\n\n`);
}

/** @param {string} path */
function packageFolder(path) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

/**
 * The packages that a package was itself bundled with, as `name@version`. Its bundler has left a line for each of their files.
 *
 * @param {string} path
 */
async function inlinedIn(path) {
  // Vite adds a query to parts of a component.
  const text = await readFile(fromRoot(path.replace(/\?.*/, '')), 'utf8').catch(() => '');
  const regions = text.matchAll(/^\/\/#region .*\/\.pnpm\/((?:@[^+/]+\+)?[^@/]+@[^_(/]+)/gm);
  return Array.from(regions, ([, id = '']) => id.replace('+', '/'));
}

/** @param {string} id */
async function inlinedLicenseOf(id) {
  const [, name = '', version] = /^(.+)@(.+)$/.exec(id) ?? [];
  const holder = mitHolders[name];
  if (holder !== undefined) return `${name} ${version} (MIT)\n\n${await mitText(holder)}\n`;
  const other = otherTexts[name];
  if (other === undefined) throw new Error(`${id} is bundled in a package, and its license is not known here.`);
  const text = await readFile(fromRoot('scripts', 'licenses', other.file), 'utf8');
  return `${name} ${version} (${other.license})\n\n${text.trim()}\n`;
}

/** @param {string} folder */
async function licenseOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(fromRoot(folder, 'package.json'), 'utf8'));
  const holder = mitHolders[name];
  if (holder !== undefined) return `${name} ${version} (${license})\n\n${await mitText(holder)}\n`;
  const textFolder = sameTextAs[name] ?? folder;
  const file = (await readdir(fromRoot(textFolder))).find((entry) => /^(licen[cs]e|copying)\b/i.test(entry));
  if (!file) throw new Error(`${name} is bundled but has no license file to pass on.`);
  return `${name} ${version} (${license})\n\n${(await readFile(fromRoot(textFolder, file), 'utf8')).trim()}\n`;
}

/**
 * Packages that publish no license file, and one of the same holder under the same license that does.
 *
 * @type {Readonly<Record<string, string>>}
 */
const sameTextAs = { 'yoga-layout': 'node_modules/react' };

/**
 * Packages under the MIT license that publish no license file, or that others bundled without it, and the copyright line of
 * their repository.
 *
 * @type {Readonly<Record<string, string>>}
 */
const mitHolders = {
  '@redis/client': 'Copyright (c) 2022-2025, Redis, inc.',
  ajv: 'Copyright (c) 2015-2021 Evgeny Poberezkin',
  'ajv-formats': 'Copyright (c) 2020 Evgeny Poberezkin',
  'content-type': 'Copyright (c) 2015 Douglas Christopher Wilson',
  'fast-deep-equal': 'Copyright (c) 2017 Evgeny Poberezkin',
  'json-schema-traverse': 'Copyright (c) 2017 Evgeny Poberezkin',
};

/**
 * The same for other licenses, with their texts in `scripts/licenses/`.
 *
 * @type {Readonly<Record<string, { license: string, file: string }>>}
 */
const otherTexts = { 'fast-uri': { license: 'BSD-3-Clause', file: 'fast-uri.txt' } };

/** @param {string} holder */
async function mitText(holder) {
  const own = (await readFile(fromRoot('LICENSE'), 'utf8')).trim();
  if (!/^Copyright .*$/m.test(own)) throw new Error('LICENSE has no copyright line to replace.');
  return own.replace(/^Copyright .*$/m, holder);
}
