import { dirname } from 'node:path/posix';
import type { ParsedFile } from '../../discovery/parsed-files.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { rangeOf } from '../../model/position.ts';
import { type Leaf, textsIn } from '../../model/texts.ts';
import { absolute } from '../find-program.ts';
import type { Check, Finding } from '../types.ts';

/** References to files that are not there. */
export const fileReferences: Check = async ({ host, entries }) => {
  const opencode = entries.filter(({ entry }) => entry.client.id === 'opencode');
  const sources = new Set(opencode.map(({ entry }) => entry.source));
  return (await Promise.all(Array.from(sources, (source) => missingFiles(host, source)))).flat();
};

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

function placed(source: ParsedFile, { path }: Leaf, client: string, finding: ReturnType<typeof diagnostic>): Finding {
  const span = source.document?.locate(path)?.value;
  const range = span && source.document && rangeOf(source.document.text, span);
  return { ...finding, file: source.path, path, client, evidence: [], ...(range ? { range } : {}) };
}
