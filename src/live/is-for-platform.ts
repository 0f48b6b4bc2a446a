import type { Client } from '../clients/types.ts';
import type { Host } from '../model/host.ts';
import type { Server } from '../model/server.ts';

/** Whether a server is meant for this system. Only our own file can say that it is not. */
export function isForPlatform({ platforms }: Server, { verbatim }: Client, platform: Host['platform']): boolean {
  if (!verbatim || !Array.isArray(platforms)) return true;
  return platforms.includes(platform === 'win32' ? 'windows' : platform);
}
