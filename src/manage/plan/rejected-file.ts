import { findEntry, shapeOf } from '../../clients/read-document.ts';
import type { Shape } from '../../clients/types.ts';
import { writeEntry } from '../../clients/write-entry.ts';
import { checkFileKeys, checkWholeFile } from '../../discovery/checks/check-demands.ts';
import { checkedDocument } from '../../discovery/checks/checked-document.ts';
import { rejectionOf } from '../../discovery/checks/rejected-file.ts';
import { describe } from '../../model/diagnostics/diagnostic.ts';
import { because, type Loss } from '../../model/diagnostics/loss.ts';
import type { Server } from '../../model/server.ts';
import type { ValueMap } from '../../model/value.ts';
import { collect } from '../../validate/report.ts';
import type { OpenDocument, PlanDraft } from './plan-draft.ts';

/** The loss that keeps a server from being written, because the client would then use no server of the file. */
export function fileRejection(
  { client, place }: OpenDocument,
  shape: Shape,
  name: string,
  server: Server,
  other: ValueMap | undefined,
): Loss | undefined {
  if (client.behavior?.invalidEntryCosts === undefined || other) return undefined;
  const { native } = writeEntry(client, shape, name, server, place);
  const issue = native && rejectionOf(client, shape, name, native);
  if (!issue) return undefined;
  const reason = because('entry-rejected-with-file', client.name, describe(issue).message);
  return { field: String(issue.path?.[1] ?? 'name'), client: client.id, action: 'dropped', ...reason, refused: true };
}

const reported = new WeakMap<PlanDraft, Set<string>>();

/** Reports that a written server has no effect yet, because the client rejects the file for another reason. */
export function reportRejectedFile(draft: PlanDraft, document: OpenDocument, name: string): void {
  const { client, place, path, revision } = document;
  if (client.behavior?.invalidEntryCosts === undefined) return;
  const { issues, report } = collect();
  checkFileKeys(client, revision, report);
  checkWholeFile(client, place, revision.document, report);
  const { rejecting } = checkedDocument(client, place, revision.document);
  if (rejecting !== undefined && rejecting !== name && isStillRejected(document, rejecting))
    report('file-rejected', { client: client.name, server: rejecting }, []);
  if (issues.length === 0) return;
  const paths = reported.get(draft) ?? new Set();
  reported.set(draft, paths);
  for (const issue of paths.has(path) ? [] : issues) draft.report({ ...issue, file: path });
  paths.add(path);
}

/** The plan may have changed the entry since the file was read. */
function isStillRejected({ client, place, revision }: OpenDocument, name: string): boolean {
  const entry = findEntry(client, revision.value, place, name);
  return entry !== undefined && rejectionOf(client, shapeOf(client, revision.value), name, entry.native) !== undefined;
}
