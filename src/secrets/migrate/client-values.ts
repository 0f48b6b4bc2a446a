import { promptedVariables } from '../../clients/inputs.ts';
import { mapTexts } from '../../model/diagnostics/texts.ts';
import { readLauncher } from '../../model/launcher/launcher-entry.ts';
import { unmatchable } from '../../model/launcher/match-line.ts';
import { hasVariable, replaceReferences } from '../../model/reference.ts';
import type { Server } from '../../model/server.ts';
import type { Value } from '../../model/value.ts';
import type { SecretSubject } from '../find/subjects.ts';
import type { ReferringServer } from './referring.ts';

/**
 * Without the values that the client makes of parts, such as `${A}-rest`: in a vault that would be the text with the names
 * of the variables.
 */
export function withoutComposed(referring: ReferringServer): ReferringServer {
  const { server, values } = referring;
  const composed = new Map([...values].filter(([, value]) => hasVariable(value)));
  if (composed.size === 0) return referring;
  return {
    server: mapTexts(server as Value, (text) => replaceReferences(text, (name) => composed.get(name))) as Server,
    values: new Map([...values].filter(([name]) => !composed.has(name))),
  };
}

/** Whether a launcher could not recognize its command line, because the client puts in something that only it knows. */
export function isUnbound({ client }: SecretSubject, changed: Server): boolean {
  const line = readLauncher(changed);
  if (!line) return false;
  const { foreign } = client.references.syntax ?? {};
  const text = JSON.stringify([line.words, line.env]);
  const isPrompted = promptedVariables(changed, client.id).some((name) => text.includes(`\${${name}}`));
  return isPrompted || unmatchable(line).some((reference) => foreign?.test(reference));
}
