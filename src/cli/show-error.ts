import type { Diagnostic } from '../model/diagnostic.ts';
import type { PlugboardError } from '../model/error.ts';
import { nodeHost } from '../store/node-host.ts';
import { readText } from '../store/read-text.ts';
import { exitCodeOf } from './exit-code.ts';
import type { Output } from './output.ts';
import { toJson, toText } from './show-diagnostic.ts';

/** Words and exit code of an operation that could not go on. */
export async function showError(error: PlugboardError, output: Output): Promise<void> {
  const findings = findingsOf(error);
  const details = findings.map(toJson);
  output.fail(exitCodeOf(error.code), {
    code: error.code,
    message: error.message,
    hint: hintFor(error),
    ...(details.length > 0 ? { details } : {}),
  });
  if (output.json) return;
  for (const finding of findings) {
    const read = finding.file === undefined ? undefined : await readText(nodeHost(), finding.file);
    output.talk(toText(finding, read && 'text' in read ? read.text : '', output));
  }
}

function findingsOf({ data }: PlugboardError): readonly Diagnostic[] {
  if ('diagnostics' in data) return data.diagnostics;
  return 'references' in data ? data.references : [];
}

function hintFor({ code, data }: PlugboardError): string | undefined {
  if (code === 'server-exists') return 'use --overwrite to replace it, or another name';
  if (code === 'server-referenced') return 'use --force to remove it all the same';
  if (code === 'server-unknown') return 'plugboard list shows all of them';
  if (code === 'server-elsewhere') return 'say which is meant, or all';
  if (code === 'conflict') return 'run the command again to see the file as it is now';
  if (code === 'history-missing' && 'id' in data && data.id !== undefined)
    return 'plugboard history lists what there is';
  return undefined;
}
