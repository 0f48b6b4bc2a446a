import { dirname } from 'node:path/posix';
import type { ParsedFile } from '../../discovery/parsed-files.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { rangeOf } from '../../model/position.ts';
import { absolute } from '../find-program.ts';
import { type Leaf, textsIn } from '../texts.ts';
import type { Check, Finding, Subject } from '../types.ts';

/** References anywhere in a file that cost their client all of it. */
export const fileReferences: Check = async ({ host, entries }) => {
  const opencode = sourcesOf(entries.filter(({ entry }) => entry.client.id === 'opencode'));
  const kilo = sourcesOf(entries.filter(({ entry }) => entry.client.id === 'kilo' && entry.scope !== 'user'));
  const missing = await Promise.all(opencode.map((source) => missingFiles(host, source)));
  return [...missing.flat(), ...kilo.flatMap(refused)];
};

function sourcesOf(subjects: readonly Subject[]): ParsedFile[] {
  return [...new Set(subjects.map(({ entry }) => entry.source))];
}

/** OpenCode does not start when a file that it is to take a text from is not there. */
async function missingFiles(host: Host, source: ParsedFile): Promise<Finding[]> {
  const found = textsIn(source.document?.value).flatMap((leaf) =>
    [...leaf.text.matchAll(/\{file:([^}]+)\}/g)].map(async ([, path = '']) => {
      const file = path.startsWith('~/') ? `${host.home}/${path.slice(2)}` : absolute(path, dirname(source.path));
      if ((await host.fs.kindOf(file)) === 'file') return [];
      return [
        placed(source, leaf, 'opencode', diagnostic('file-reference-missing', { path: file, client: 'OpenCode' })),
      ];
    }),
  );
  return (await Promise.all(found)).flat();
}

/** Kilo reads nothing of a project file with such a text in it, and says so in its log only. */
function refused(source: ParsedFile): Finding[] {
  return textsIn(source.document?.value).flatMap((leaf) => {
    const reference = /\{(?:env|file):[^}]*\}/.exec(leaf.text)?.[0];
    if (reference === undefined) return [];
    return [placed(source, leaf, 'kilo', diagnostic('reference-refused', { reference, client: 'Kilo Code' }))];
  });
}

function placed(source: ParsedFile, { path }: Leaf, client: string, finding: ReturnType<typeof diagnostic>): Finding {
  const span = source.document?.locate(path)?.value;
  const range = span && source.document && rangeOf(source.document.text, span);
  return { ...finding, file: source.path, path, client, evidence: [], ...(range ? { range } : {}) };
}
