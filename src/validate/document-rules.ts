import type { Diagnostic } from '../model/diagnostics/diagnostic.ts';
import { getOwn, isMap, type Value, valueAt } from '../model/value.ts';
import { isText, requireMap } from './field-types.ts';
import { collect, type Source } from './report.ts';
import { checkServer } from './server-rules.ts';

/** Keys that may hold the servers of a document; the first one present is used. */
export const serverKeys = ['mcpServers', 'servers', 'mcp_servers'] as const;

/** Diagnostics of a document with servers. An empty document is valid. */
export function checkDocument(value: Value | undefined, source?: Source): Diagnostic[] {
  const { issues, report } = collect(source);
  if (value === undefined || !requireMap(value, [], report)) return issues;
  const description = getOwn(value, 'description');
  if (description !== undefined) isText(description, ['description'], report);
  const key = serverKeys.find((name) => valueAt(value, [name]) !== undefined);
  if (key === undefined) {
    if (description === undefined) report('no-servers', { keys: serverKeys }, []);
    return issues;
  }
  const servers = value[key];
  if (requireMap(servers, [key], report, 'record') && isMap(servers)) {
    for (const [name, server] of Object.entries(servers)) checkServer(server, [key, name], report);
  }
  return issues;
}
