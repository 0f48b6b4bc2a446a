import { readFileSync } from 'node:fs';
import { fromRoot } from './root.mjs';

// Prints the section of the changelog for a tag, with links that work anywhere; fails if the tag is not the version of the package.
const tag = process.argv[2] ?? '';
const { repository, version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
const sections = readFileSync(fromRoot('CHANGELOG.md'), 'utf8').split(/^## /m);
const section = sections.find((text) => text.startsWith(`[${version}]`)) ?? '';
const notes = section.split('\n').slice(1).join('\n').trim();

if (tag !== `v${version}`) refuse(`The tag is ${tag}, but package.json has version ${version}.`);
if (!notes) refuse(`CHANGELOG.md has nothing under "## [${version}]".`);
process.stdout.write(`${withFullLinks(notes)}\n`);

/**
 * Links of the changelog as addresses at this tag; code stays as it is.
 *
 * @param {string} text
 */
function withFullLinks(text) {
  const source = repository.url.replace(/^git\+|\.git$/g, '');
  return text.replaceAll(/(`+).*?\1|(?<=\]\()[^)\s]+/gs, (found, ticks) =>
    ticks ? found : new URL(found, `${source}/blob/${tag}/CHANGELOG.md`).href,
  );
}

/**
 * @param {string} message
 * @returns {never}
 */
function refuse(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
