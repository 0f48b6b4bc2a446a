import type { ClientId } from '../../clients/registry.ts';
import { decodeUri } from '../../model/decode-uri.ts';
import type { Server } from '../../model/server.ts';
import { setOwn } from '../../model/value.ts';
import { addressServer } from './address.ts';
import { parametersOf } from './link-payload.ts';
import type { Reading } from './types.ts';

/** A link with one parameter per server field. */
export function readParameterLink(link: string, dialect: ClientId): Reading {
  const parameters = parametersOf(link.slice(link.indexOf('?') + 1));
  const all = (key: string): string[] =>
    (parameters.get(key) ?? []).map((text) => decodeUri(text.replaceAll('+', ' ')));
  const server = targetOf(all);
  const [name] = [...all('id'), ...all('name')];
  const drafts = server ? [{ ...(name === undefined ? {} : { name }), server, dialect, at: 0 }] : [];
  return { kind: 'link', drafts, diagnostics: [] };
}

function targetOf(all: (key: string) => string[]): Server | undefined {
  const [command] = all('cmd');
  const [url] = all('url');
  const [description] = all('description');
  const timeout = Number(all('timeout')[0]);
  const fields: Server = {
    ...(description === undefined ? {} : { description }),
    ...(timeout > 0 && Number.isFinite(timeout) ? { timeout } : {}),
  };
  // The text after a variable name is its description; the user supplies the value.
  const env = pairsOf(all('env'), (name) => `\${${name}}`);
  if (command !== undefined) return { transport: 'stdio', command, args: all('arg'), ...(env && { env }), ...fields };
  if (url === undefined) return undefined;
  const headers = pairsOf(all('header'), (_, value) => value);
  const { transport } = /sse/i.test(all('type')[0] ?? '') ? { transport: 'sse' as const } : addressServer(url);
  return { transport, url, ...(headers && { headers }), ...fields };
}

function pairsOf(
  texts: readonly string[],
  read: (name: string, value: string) => string,
): Record<string, string> | undefined {
  if (texts.length === 0) return undefined;
  const pairs: Record<string, string> = {};
  for (const text of texts) {
    const at = text.indexOf('=');
    const name = at === -1 ? text : text.slice(0, at);
    setOwn(pairs, name, read(name, at === -1 ? '' : text.slice(at + 1)));
  }
  return pairs;
}
