import type { Server, Transport } from '../../model/server.ts';
import type { Reading } from './types.ts';

/** Pages about servers, which are not servers themselves. */
const PAGE =
  /^https?:\/\/(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|npmjs\.com|pypi\.org|hub\.docker\.com|smithery\.ai|glama\.ai|mcp\.so|mcpservers\.org|pulsemcp\.com)(?:[/?#]|$)/i;

export function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#]\S*$/i.test(text);
}

/** Whether this is the address of a page that only speaks about a server. */
export function isPage(text: string): boolean {
  return PAGE.test(text) && !/\/(?:mcp|sse)\/?(?:[?#]|$)/.test(text);
}

export function addressServer(url: string): Server & { transport: Transport; url: string } {
  return { transport: /\/sse\/?(?:[?#].*)?$/s.test(url) ? 'sse' : 'http', url };
}

const ADDRESS = /https?:\/\/[^\s"'<>`()[\]{}]{3,2000}/gi;
const SERVER = /^https?:\/\/mcp\.|\/(?:mcp|sse)(?:[/?#]|$)/i;

/** Lines that are an address and nothing else, or else addresses within prose that look like those of servers. */
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
