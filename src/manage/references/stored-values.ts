import { diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { textsIn } from '../../model/diagnostics/texts.ts';
import { splitReferences } from '../../model/reference.ts';
import type { Server } from '../../model/server.ts';
import type { Value } from '../../model/value.ts';
import type { OpenDocument, PlanDraft } from '../plan/plan-draft.ts';

/**
 * Reports variables whose values may be only in the secret store of a client that a server comes from. The store is never
 * read. Variables that the target already used before are not reported.
 */
export function reportStoredValues(
  draft: PlanDraft,
  sources: readonly Pick<OpenDocument, 'client'>[],
  target: OpenDocument,
  server: Server,
  before: Server = {},
): void {
  const from = sources.find(({ client }) => client.behavior?.secretStore !== undefined)?.client;
  if (!from || from === target.client) return;
  const known = variablesIn(before);
  for (const variable of variablesIn(server)) {
    if (known.has(variable) || draft.host.env[variable] !== undefined) continue;
    const args = { variable, from: from.name, store: from.behavior?.secretStore ?? '' };
    draft.report(diagnostic('value-in-client-store', args, { file: target.path }));
  }
}

/** The variables that a server needs: those without a default value. */
function variablesIn({ extras: _, ...fields }: Server): Set<string> {
  const parts = textsIn(fields as Value).flatMap(({ text }) => splitReferences(text));
  return new Set(parts.flatMap((part) => (typeof part === 'string' || part.fallback !== undefined ? [] : [part.name])));
}
