import { clients, type ClientId } from '../../clients/registry.ts';
import { decodeUri } from '../../model/decode-uri.ts';
import { decodePayload, parametersOf } from './link-payload.ts';
import { fromOutside } from './link-values.ts';
import { readParameterLink } from './parameter-link.ts';
import { readServers, withoutPlaces } from './read-servers.ts';
import { splitCommand } from './split-command.ts';
import type { Reading } from './types.ts';

export interface Link {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const withLinks = (Object.keys(clients) as ClientId[]).filter((id) => clients[id].paste?.linkSchemes);

/** Schemes of install links and the client whose format they use, if known. */
const schemes = new Map<string, ClientId | undefined>([
  ...withLinks.flatMap((id) => (clients[id].paste?.linkSchemes ?? []).map((scheme) => [scheme, id] as const)),
  ...['cherrystudio', 'deepchat', 'raycast'].map((scheme) => [scheme, undefined] as const),
]);

const pages = withLinks.flatMap((id) => {
  const page = clients[id].paste?.linkPage;
  return page ? [{ id, ...page }] : [];
});

/** Parameters that contain a definition. */
const payloadKeys = ['config', 'servers', 'code', 'mcp', 'server'];

const MAX_LINKS = 500;
const HOSTS = pages.map(({ host }) => host.replaceAll('.', '\\.')).join('|');
const PAGE = `https?://(?:www\\.|insiders\\.)?(${HOSTS})/`;
const LINK = new RegExp(`\\b(?:${PAGE}|(?:${[...schemes.keys()].join('|')}):)[^\\s"'<>\`)\\]]+`, 'gi');
const PAGE_LINK = new RegExp(`^${PAGE}(.*)$`, 'is');

/** Finds the install links in a text: alone, or as targets of Markdown links and badges. */
export function findLinks(text: string): Link[] {
  const trimmed = text.trim();
  const start = text.indexOf(trimmed);
  // A link that is the whole text may contain unencoded JSON.
  if (!/\s/.test(trimmed.slice(0, 200).split('?')[0] ?? '') && !trimmed.includes('\n') && isLink(trimmed))
    return [{ text: trimmed, start, end: start + trimmed.length }];
  const found: Link[] = [];
  for (const { 0: link, index } of text.matchAll(LINK)) {
    if (isLink(link)) found.push({ text: link, start: index, end: index + link.length });
    if (found.length === MAX_LINKS) break;
  }
  return found;
}

/** Returns the servers that a link installs; empty for other links. */
export function readLink({ text, start }: Link): Reading {
  const link = text.replaceAll('&amp;', '&');
  const client = clientOf(link);
  const hasParameters = client !== undefined && clients[client].paste?.hasLinkParameters;
  const found = hasParameters ? readParameterLink(link, client) : readConfig(link, client);
  return { ...found, drafts: found.drafts.map((draft) => ({ ...fromOutside(draft), at: start })) };
}

function isLink(text: string): boolean {
  return pageOf(text) !== undefined || (schemes.has(schemeOf(text)) && text.includes('?'));
}

function clientOf(link: string): ClientId | undefined {
  return pageOf(link) ?? schemes.get(schemeOf(link));
}

function pageOf(link: string): ClientId | undefined {
  const [, host = '', path = ''] = PAGE_LINK.exec(link) ?? [];
  return pages.find((page) => page.host === host.toLowerCase() && page.path.test(path))?.id;
}

function schemeOf(link: string): string {
  return /^([a-z-]{1,20}):/i.exec(link)?.[1]?.toLowerCase() ?? '';
}

/** A link with a name and a definition, or with a nested link. */
function readConfig(link: string, said: ClientId | undefined, depth = 0): Reading {
  const query = link.slice(link.indexOf('?') + 1);
  const isJson = /^(?:\{|%7B)/i.test(query);
  const [, inner] = isJson ? [] : (/(?:^|&)url=(.*)$/s.exec(query) ?? []);
  if (inner !== undefined && depth < 2) {
    // The parameters of an unencoded nested link are parsed as those of the outer one.
    const next = /^[a-z-]+:/i.test(inner) ? inner : decodeUri(inner.split('&')[0] ?? '');
    if (isLink(next)) return readConfig(next, said, depth + 1);
  }
  const parameters = isJson ? new Map<string, string[]>() : parametersOf(query);
  const payload = payloadKeys.flatMap((key) => parameters.get(key) ?? [])[0] ?? query;
  const value = decodePayload(payload);
  const { drafts, diagnostics } = readServers({ value, format: 'json', ...(said ? { said } : {}) });
  const name = decodeUri(parameters.get('name')?.[0]?.replaceAll('+', ' ') ?? '');
  return {
    kind: 'link',
    drafts: drafts.map((draft) => ({
      ...draft,
      ...(name !== '' && drafts.length === 1 ? { name } : {}),
      server: said ? splitCommand(draft.server, said) : draft.server,
    })),
    diagnostics: withoutPlaces(diagnostics),
  };
}
