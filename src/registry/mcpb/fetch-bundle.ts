import { BundleError } from './bundle-error.ts';

const MOST_BYTES = 256 * 1024 * 1024;
const PATIENCE_MS = 5 * 60 * 1000;

/** How a bundle is fetched. */
export interface BundleFetch {
  readonly fetch: typeof fetch;
  readonly signal?: AbortSignal | undefined;
  readonly mostBytes?: number;
}

/** Fetches a bundle into memory. Redirects are followed, as release pages need them: its hash says what it must be. */
export async function fetchBundle(
  address: string,
  { fetch: ask, signal, mostBytes = MOST_BYTES }: BundleFetch,
): Promise<Buffer> {
  if (!isSafe(address)) throw new BundleError('address', address);
  const limit = AbortSignal.timeout(PATIENCE_MS);
  try {
    const response = await ask(address, { signal: signal ? AbortSignal.any([signal, limit]) : limit });
    if (!isSafe(response.url || address)) throw new BundleError('address', response.url);
    if (!response.ok) throw new BundleError('unreachable', `status ${response.status}`);
    return await bodyOf(response, mostBytes);
  } catch (error) {
    if (error instanceof BundleError) throw error;
    throw new BundleError('unreachable', reasonOf(error));
  }
}

async function bodyOf({ body }: Response, mostBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    // Leaving the loop cancels the rest.
    if (size > mostBytes) throw new BundleError('too-large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Encrypted, or on this machine. */
function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname));
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { message?: string }; message?: string };
  return cause?.message || message || String(error);
}
