import type { ClientId } from '../../clients/registry.ts';
import { readGooseLink } from './goose-link.ts';
import { decoded, decodePayload, parametersOf } from './link-payload.ts';
import { readServers, withoutPlaces } from './read-servers.ts';
import { splitCommand } from './split-command.ts';
import type { Reading } from './types.ts';

export interface Link {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Schemes that install servers, and whose way of writing they use. */
const schemes: Readonly<Record<string, ClientId | undefined>> = {
  cursor: 'cursor',
  vscode: 'vscode',
  'vscode-insiders': 'vscode',
  vscodium: 'vscode',
  lmstudio: 'lmstudio',
  kiro: 'kiro',
  windsurf: 'windsurf',
  goose: 'goose',
  ccswitch: 'claude-code',
  cherrystudio: undefined,
  deepchat: undefined,
  raycast: undefined,
  trae: undefined,
};

/** Pages that hand a link on to a program. */
const pages: readonly (readonly [RegExp, ClientId])[] = [
  [/^https?:\/\/(?:www\.)?cursor\.com\/(?:[a-z-]{2,10}\/)?(?:install-mcp|link\/mcp\/install)/i, 'cursor'],
  [/^https?:\/\/(?:insiders\.)?vscode\.dev\/redirect/i, 'vscode'],
  [/^https?:\/\/lmstudio\.ai\/install-mcp/i, 'lmstudio'],
  [/^https?:\/\/kiro\.dev\/launch\/mcp\/add/i, 'kiro'],
];

/** Parameters under which a definition is handed over. */
const payloadKeys = ['config', 'servers', 'code', 'mcp', 'server'];

const MAX_LINKS = 500;
const LINK =
  /\b(?:https?:\/\/(?:www\.|insiders\.)?(?:cursor\.com|vscode\.dev|lmstudio\.ai|kiro\.dev)\/|(?:cursor|vscode(?:-insiders)?|vscodium|lmstudio|kiro|windsurf|goose|ccswitch|cherrystudio|deepchat|raycast|trae):)[^\s"'<>`)\]]+/gi;

/** The install links in a text: alone, or as the targets of Markdown links and badges. */
export function findLinks(text: string): Link[] {
  const trimmed = text.trim();
  const start = text.indexOf(trimmed);
  // A link that is all there is may hold JSON as it is, quotes and all.
  if (!/\s/.test(trimmed.slice(0, 200).split('?')[0] ?? '') && !trimmed.includes('\n') && isLink(trimmed))
    return [{ text: trimmed, start, end: start + trimmed.length }];
  const found: Link[] = [];
  for (const { 0: link, index } of text.matchAll(LINK)) {
    if (isLink(link)) found.push({ text: link, start: index, end: index + link.length });
    if (found.length === MAX_LINKS) break;
  }
  return found;
}

/** The servers that a link would install; none when it is about something else. */
export function readLink({ text, start }: Link): Reading {
  const link = text.replaceAll('&amp;', '&');
  const found = /^goose:/i.test(link) ? readGooseLink(link) : readConfig(link, clientOf(link));
  return { ...found, drafts: found.drafts.map((draft) => ({ ...draft, at: start })) };
}

function isLink(text: string): boolean {
  if (pages.some(([page]) => page.test(text))) return true;
  const scheme = /^([a-z-]{1,20}):/i.exec(text)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(schemes, scheme) && text.includes('?');
}

function clientOf(link: string): ClientId | undefined {
  const page = pages.find(([pattern]) => pattern.test(link))?.[1];
  return page ?? schemes[/^([a-z-]{1,20}):/i.exec(link)?.[1]?.toLowerCase() ?? ''];
}

/** A link with a name and a definition, or with another link inside. */
function readConfig(link: string, said: ClientId | undefined, depth = 0): Reading {
  const query = link.slice(link.indexOf('?') + 1);
  const isJson = /^(?:\{|%7B)/i.test(query);
  const [, inner] = isJson ? [] : (/(?:^|&)url=(.*)$/s.exec(query) ?? []);
  if (inner !== undefined && depth < 2) {
    // An inner link that is not encoded has its parameters among those of the outer one.
    const next = /^[a-z-]+:/i.test(inner) ? inner : decoded(inner.split('&')[0] ?? '');
    if (isLink(next)) return readConfig(next, said, depth + 1);
  }
  const parameters = isJson ? new Map<string, string[]>() : parametersOf(query);
  const payload = payloadKeys.flatMap((key) => parameters.get(key) ?? [])[0] ?? query;
  const value = decodePayload(payload);
  const { drafts, diagnostics } = readServers({ value, format: 'json', ...(said ? { said } : {}) });
  const name = decoded(parameters.get('name')?.[0]?.replaceAll('+', ' ') ?? '');
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
