import { BoundedMap } from '../bounded-map.ts';
import { readView, ViewError, viewText } from '../view-text.ts';
import type { Refusal } from './refuse.ts';

/** Where a request goes: to the endpoint, with the view that its address says, if any. */
export type Address = { readonly view?: string } | Refusal;

const MOST_KNOWN = 256;
const ENDPOINT = /^\/mcp(?:\/([^/?]*))?\/?(\?.*)?$/s;

const elsewhere: Refusal = { status: 404, code: -32_600, message: 'The gateway is at /mcp' };

/** Reads addresses: `/mcp`, `/mcp/<client>`, and what that client sees behind a question mark. Each is read once. */
export function addresses(): (url: string) => Address {
  const known = new BoundedMap<string, Address>(MOST_KNOWN);
  return (url) => {
    const there = known.get(url);
    if (there) return there;
    const address = read(url);
    // What is refused is not worth a place.
    if (!('status' in address)) known.set(url, address);
    return address;
  };
}

function read(url: string): Address {
  const [isEndpoint, client = '', words = ''] = ENDPOINT.exec(url) ?? [];
  if (isEndpoint === undefined) return elsewhere;
  try {
    const view = viewText(readView(client + words));
    return view === '' ? {} : { view };
  } catch (error) {
    if (!(error instanceof ViewError)) throw error;
    return { status: 400, code: -32_600, message: error.message };
  }
}
