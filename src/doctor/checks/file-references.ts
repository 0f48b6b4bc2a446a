import { dirname } from 'node:path/posix';
import type { Client } from '../../clients/types.ts';
import type { ParsedFile } from '../../discovery/parsed-files.ts';
import { diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { rangeOf } from '../../model/diagnostics/position.ts';
import { type Leaf, textsIn } from '../../model/diagnostics/texts.ts';
import { absolute } from '../../model/find-program.ts';
import type { Host } from '../../model/host.ts';
import type { Check, Issue } from '../types.ts';

/** Reports references to missing files. */
export const fileReferences: Check = async ({ host, entries }) => {
  const sources = new Map<ParsedFile, Referring>();
  for (const { entry } of entries) {
    const reference = entry.client.behavior?.fileReference;
    if (reference) sources.set(entry.source, { client: entry.client, reference });
  }
  return (
    await Promise.all(Array.from(sources, ([source, referring]) => missingFiles(host, source, referring)))
  ).flat();
};

interface Referring {
  readonly client: Client;
  readonly reference: RegExp;
}

async function missingFiles(host: Host, source: ParsedFile, { client, reference }: Referring): Promise<Issue[]> {
  const found = textsIn(source.document?.value).flatMap((leaf) =>
    [...leaf.text.matchAll(reference)].map(async ([, path = '']) => {
      const file = path.startsWith('~/') ? `${host.home}/${path.slice(2)}` : absolute(path, dirname(source.path));
      if ((await host.fs.kindOf(file)) === 'file') return [];
      return [
        placed(source, leaf, client.id, diagnostic('file-reference-missing', { path: file, client: client.name })),
      ];
    }),
  );
  return (await Promise.all(found)).flat();
}

function placed(source: ParsedFile, { path }: Leaf, client: string, issue: ReturnType<typeof diagnostic>): Issue {
  const span = source.document?.locate(path)?.value;
  const range = span && source.document && rangeOf(source.document.text, span);
  return { ...issue, file: source.path, path, client, evidence: [], ...(range ? { range } : {}) };
}
