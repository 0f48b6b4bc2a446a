import type { Client } from '../clients/types.ts';
import type { Host } from '../model/host.ts';
import type { Server } from '../model/server.ts';

/** Whether a server is enabled on this platform. Only Plugboard's own file has `platforms`. */
export function isForPlatform({ platforms }: Server, { verbatim }: Client, platform: Host['platform']): boolean {
  if (!verbatim || !Array.isArray(platforms)) return true;
  return platforms.includes(platform === 'win32' ? 'windows' : platform);
}
