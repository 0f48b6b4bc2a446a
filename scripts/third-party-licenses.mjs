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
    Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [packageFolder(path)] : [],
    ),
  );
  const folders = [...new Set(bundled)].filter((folder) => folder !== undefined).toSorted();
  const texts = await Promise.all(folders.map(licenseOf));
  return ['Plugboard contains code of these packages.\n', ...texts].join(`\n${'-'.repeat(80)}\n\n`);
}

/** @param {string} path */
function packageFolder(path) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
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
 * Packages under the MIT license that publish no license file, and the copyright line of their repository.
 *
 * @type {Readonly<Record<string, string>>}
 */
const mitHolders = { '@redis/client': 'Copyright (c) 2022-2025, Redis, inc.' };

/** @param {string} holder */
async function mitText(holder) {
  const own = (await readFile(fromRoot('LICENSE'), 'utf8')).trim();
  if (!/^Copyright .*$/m.test(own)) throw new Error('LICENSE has no copyright line to replace.');
  return own.replace(/^Copyright .*$/m, holder);
}
