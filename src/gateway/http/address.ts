import { BoundedMap } from '../bounded-map.ts';
import { readView, ViewError, viewText } from '../catalog/view-text.ts';
import type { HttpRefusal } from './http-refusal.ts';

/** The view in a URL, or why the URL is rejected. */
export type Address = { readonly view?: string } | HttpRefusal;

const MAX_CACHED = 256;
const ENDPOINT = /^\/mcp(?:\/([^/?]*))?\/?(\?.*)?$/s;

const elsewhere: HttpRefusal = { status: 404, code: -32_600, message: 'Not found. The gateway is at /mcp' };

/** Parses request URLs: `/mcp`, or `/mcp/<client>` with an optional view as the query. Results are cached. */
export function addresses(): (url: string) => Address {
  const known = new BoundedMap<string, Address>(MAX_CACHED);
  return (url) => {
    const there = known.get(url);
    if (there) return there;
    const address = read(url);
    // Rejected URLs are not cached.
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
