import { Api } from '../upstream/api.ts';
import type { Endpoint } from '../upstream/endpoint.ts';

export interface Health {
  readonly healthy: boolean;
  readonly version: string;
}

/** Uses a short timeout: a healthy server responds at once. */
export async function isHealthy(endpoint: Pick<Endpoint, 'url' | 'authorization'>, tries: number): Promise<boolean> {
  for (let left = tries; left > 0; left -= 1) {
    const response = await fetch(`${endpoint.url}/global/health`, {
      headers: endpoint.authorization === undefined ? {} : { authorization: endpoint.authorization },
      signal: AbortSignal.timeout(3000),
    }).catch(() => undefined);
    if (response?.ok) return true;
  }
  return false;
}

/** Whether anything responds at a URL, even with 401. */
export async function isThere(url: string): Promise<boolean> {
  const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(3000) }).catch(() => undefined);
  return response !== undefined;
}

export function askHealth(endpoint: Endpoint, directory: string): Promise<Health> {
  return new Api(endpoint, directory).get('/global/health');
}
