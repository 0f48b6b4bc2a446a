import { catalog } from '../model/diagnostics/diagnostic-catalog.ts';
import { describe, type DiagnosticCode } from '../model/diagnostics/diagnostic.ts';
import type { Range } from '../model/diagnostics/position.ts';
import type { Issue } from './types.ts';

const levels = { error: 'error', warning: 'warning', info: 'note' } as const;
const BASE = 'PROJECTROOT';

/** Diagnostics as SARIF 2.1.0, which code hosts show as annotations. */
export function toSarif(issues: readonly Issue[], version: string, project?: string): object {
  const codes = [...new Set(issues.map(({ code }) => code))].toSorted();
  const root = project === undefined ? undefined : `${forward(project).replace(/\/+$/, '')}/`;
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Plugboard', semanticVersion: version, rules: codes.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        ...(root === undefined ? {} : { originalUriBaseIds: { [BASE]: { uri: fileUri(root) } } }),
        results: issues.map((issue) => resultOf(issue, codes.indexOf(issue.code), root)),
      },
    ],
  };
}

function ruleOf(code: DiagnosticCode): object {
  const { severity, summary } = catalog[code];
  return {
    id: code,
    shortDescription: { text: withoutLinks(summary) },
    help: { text: withoutLinks(summary) },
    defaultConfiguration: { level: levels[severity] },
  };
}

function resultOf(issue: Issue, ruleIndex: number, root: string | undefined): object {
  const { code, severity, file, range, server, client, evidence } = issue;
  const { message, fix } = describe(issue);
  const text = [message, ...(fix === undefined ? [] : [fix])].join('. ');
  const properties = {
    ...(server === undefined ? {} : { server }),
    ...(client === undefined ? {} : { client }),
    evidence,
    ...(issue.fix ? { fix: issue.fix.title } : {}),
  };
  return {
    ruleId: code,
    ruleIndex,
    level: levels[severity],
    message: { text: withoutLinks(text) },
    ...(issue.fingerprint === undefined ? {} : { partialFingerprints: { secretValue: issue.fingerprint } }),
    ...(file === undefined ? {} : { locations: [{ physicalLocation: locationOf(file, range, root) }] }),
    properties,
  };
}

/** A message can have links, `[text](target)`, so literal brackets are escaped (SARIF 2.1.0, 3.11.6). */
function withoutLinks(text: string): string {
  return text.replaceAll(/[[\]]/g, String.raw`\$&`);
}

function locationOf(file: string, range: Range | undefined, root: string | undefined): object {
  const path = forward(file);
  const isInside = root !== undefined && path.startsWith(root);
  const artifactLocation = isInside
    ? { uri: encoded(path.slice(root.length)), uriBaseId: BASE }
    : { uri: fileUri(path) };
  return range ? { artifactLocation, region: regionOf(range) } : { artifactLocation };
}

function regionOf({ start, end }: Range): object {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function forward(path: string): string {
  return path.replaceAll('\\', '/');
}

function fileUri(path: string): string {
  return `file://${path.startsWith('/') ? '' : '/'}${encoded(path)}`;
}

function encoded(path: string): string {
  return path
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll('%3A', ':'))
    .join('/');
}
