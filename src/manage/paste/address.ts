import type { Server, Transport } from '../../model/server.ts';
import type { Reading } from './types.ts';

/** Sites with pages about servers. */
const PAGE =
  /^https?:\/\/(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|npmjs\.com|pypi\.org|hub\.docker\.com|smithery\.ai|glama\.ai|mcp\.so|mcpservers\.org|pulsemcp\.com)(?:[/?#]|$)/i;

export function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#]\S*$/i.test(text);
}

/** Whether the URL is a page about a server rather than its endpoint. */
export function isPage(text: string): boolean {
  return PAGE.test(text) && !/\/(?:mcp|sse)\/?(?:[?#]|$)/.test(text);
}

export function addressServer(url: string): Server & { transport: Transport; url: string } {
  return { transport: /\/sse\/?(?:[?#].*)?$/s.test(url) ? 'sse' : 'http', url };
}

const ADDRESS = /https?:\/\/[^\s"'<>`()[\]{}]{3,2000}/gi;
const SERVER = /^https?:\/\/mcp\.|\/(?:mcp|sse)(?:[/?#]|$)/i;

/** Lines that contain only a URL, or else URLs in prose that look like server endpoints. */
export function readAddresses(text: string): Reading {
  const lines = addressLines(text);
  const found = lines.length > 0 ? lines : addressesIn(text).filter((one) => SERVER.test(one.address));
  const drafts = found.filter(({ address }) => !isPage(address));
  return {
    kind: 'address',
    drafts: drafts.map(({ address, at }) => ({ server: addressServer(address), at })),
    diagnostics: [],
  };
}

interface Found {
  readonly address: string;
  readonly at: number;
}

function addressLines(text: string): Found[] {
  let start = 0;
  return text.split('\n').flatMap((line) => {
    const at = start;
    start += line.length + 1;
    const address = line.trim().replace(/^<(.*)>$/, '$1');
    return isAddress(address) ? [{ address, at }] : [];
  });
}

function addressesIn(text: string): Found[] {
  return Array.from(text.matchAll(ADDRESS), ({ 0: found, index }) => ({
    address: found.replace(/[.,;:!?]+$/, ''),
    at: index,
  }));
}
