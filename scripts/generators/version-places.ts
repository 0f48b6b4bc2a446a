import { readFileSync } from 'node:fs';
import { fromRoot } from '../root.mjs';
import type { Generator } from './generator.ts';

/** Files that people write and that name the version of the package, with the text before it. */
const places: Readonly<Record<string, readonly RegExp[]>> = {
  'server.json': [/"version": "/],
  'server-agent.json': [/"version": "/],
  '.pre-commit-hooks.yaml': [/plugboard@/],
  'action.yml': [/of Plugboard to run\.\n    default: /],
  'examples/check/gitlab-ci.yml': [/PLUGBOARD_VERSION: /],
  'docs/check.md': [/plugboard@v/, / version: /, / rev: v/],
};

/** These files with the version of package.json, so that a release changes it in one place. */
export const versionPlaces: readonly Generator[] = Object.entries(places).map(([path, before]) => ({
  path,
  content: () => {
    const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as { version: string };
    return before.reduce(
      (text, pattern) => withVersion(path, text, pattern, version),
      readFileSync(fromRoot(path), 'utf8'),
    );
  },
}));

function withVersion(path: string, text: string, before: RegExp, version: string): string {
  const place = new RegExp(`(?<=${before.source})\\d+\\.\\d+\\.\\d+(?:-[\\w.]+)?`, 'g');
  if (!place.test(text)) throw new Error(`${path} has no version after ${before.source}.`);
  return text.replaceAll(place, version);
}
