import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Server } from '../../model/server.ts';
import { isMap, type Value } from '../../model/value.ts';
import { lineOf, shapeOfEntry } from '../finding.ts';
import { type Change, respellFix, updateFix } from '../fixes.ts';
import type { Check, Finding, Fix, Patient, Subject } from '../types.ts';

/** Everything that reading the files has found already, with a repair where there is one. */
export const reported: Check = (patient) =>
  patient.clients.flatMap(({ client, files, entries, names }): Finding[] => {
    const about = (finding: Diagnostic): Finding => ({ ...finding, client: client.id, evidence: [] });
    const inEntries = entries
      .filter(({ location }) => !location.unread)
      .flatMap((entry) => entry.findings.map((finding) => withFix(patient, { entry, parts: [entry] }, finding)));
    const inWhole = names.flatMap(({ name, findings, merged = [] }) =>
      findings.map((finding): Finding => ({ ...about(finding), server: name, evidence: merged.map(lineOf) })),
    );
    return [...files.flatMap(({ findings }) => findings.map(about)), ...inEntries, ...inWhole];
  });

function withFix(patient: Patient, subject: Subject, finding: Diagnostic): Finding {
  const { name, client } = subject.entry;
  const fix = fixFor(patient, subject, finding);
  return { ...finding, server: name, client: client.id, evidence: [], ...(fix ? { fix } : {}) };
}

function fixFor({ host }: Patient, subject: Subject, finding: Diagnostic): Fix | undefined {
  const { client, path, server } = subject.entry;
  const field = fieldOf(subject, finding.path?.[path.length]);
  if (finding.code === 'reference-unexpanded' && field !== undefined) {
    return respellFix(host, subject, `Name the variable in the way of ${client.name}`, [field]);
  }
  // What a list of variables is meant to be cannot be told.
  if (finding.code === 'wrong-type' && field === 'env' && isMap(server.env)) {
    return updateFix(host, subject, 'Write the values as texts', envAsTexts);
  }
  if (finding.code === 'type-missing') {
    const isElsewhere = (finding.path?.length ?? 0) > path.length;
    const title = isElsewhere ? `Call it "${finding.args.key}"` : 'Add the type';
    return respellFix(host, subject, title, ['transport'], withType);
  }
  return undefined;
}

function fieldOf({ entry }: Subject, key: unknown): string | undefined {
  return shapeOfEntry(entry).lenses.find(({ keys }) => keys.includes(String(key)))?.fields[0];
}

/** Numbers and switches as people would have written them in a shell. */
const envAsTexts: Change = (server) => {
  const texts = Object.entries<Value>(server.env ?? {}).map(([name, value]) => [
    name,
    isScalar(value) ? `${value}` : value,
  ]);
  return { ...server, env: Object.fromEntries(texts) as Record<string, string> };
};

function isScalar(value: Value): value is number | boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

/** By the last part of the address, where nothing else tells. */
function withType(server: Server): Server {
  if (server.transport !== undefined || typeof server.url !== 'string') return server;
  return { ...server, transport: /\/sse\/?(?:[?#]|$)/i.test(server.url) ? 'sse' : 'http' };
}
