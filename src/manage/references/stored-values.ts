import { diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { textsIn } from '../../model/diagnostics/texts.ts';
import { splitReferences } from '../../model/reference.ts';
import type { Server } from '../../model/server.ts';
import type { Value } from '../../model/value.ts';
import type { OpenDocument, PlanDraft } from '../plan/plan-draft.ts';

/**
 * Reports variables whose values may be only in the secret store of the client that a server is copied from. The store is
 * never read.
 */
export function reportStoredValues(
  draft: PlanDraft,
  sources: readonly Pick<OpenDocument, 'client'>[],
  target: OpenDocument,
  server: Server,
): void {
  const from = sources.find(({ client }) => client.behavior?.secretStore !== undefined)?.client;
  if (!from || from === target.client) return;
  const { extras: _, ...fields } = server;
  const names = new Set(
    textsIn(fields as Value)
      .flatMap(({ text }) => splitReferences(text))
      .flatMap((part) => (typeof part === 'string' || part.fallback !== undefined ? [] : [part.name])),
  );
  for (const variable of names) {
    if (draft.host.env[variable] !== undefined) continue;
    const args = { variable, from: from.name, store: from.behavior?.secretStore ?? '' };
    draft.report(diagnostic('value-in-client-store', args, { file: target.path }));
  }
}
