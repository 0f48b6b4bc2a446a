import { dirname } from 'node:path';
import * as z from 'zod';
import type { Host } from '../../model/host.ts';
import { catalogPath } from '../../store/state/catalog-path.ts';
import { writeOwnFile } from '../../store/state/state-file.ts';
import type { Settings } from '../contract/settings.ts';

/** A week; longer values make no sense. */
const MOST_MINUTES = 7 * 24 * 60;

/** Each setting is validated separately. */
export const settingsShape = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  shortcuts: z.boolean(),
  idleExitMinutes: z.int().min(0).max(MOST_MINUTES),
});

const unset: Settings = { theme: 'system', shortcuts: true, idleExitMinutes: 0 };

/** Next to the user's catalog. */
export function settingsPath(host: Host): string {
  return `${dirname(catalogPath(host, 'user'))}/settings.json`;
}

/** Missing or invalid settings fall back to the default. */
export async function readSettings(host: Host): Promise<Settings> {
  const stored = await storedSettings(host);
  const usable = Object.entries(settingsShape.shape).flatMap(([name, shape]) => {
    const parsed = shape.safeParse(stored[name]);
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  return { ...unset, ...Object.fromEntries(usable) };
}

/** Unknown keys stay: a newer version may have written them. */
export async function changeSettings(host: Host, change: Partial<Settings>): Promise<Settings> {
  const kept = await storedSettings(host);
  await writeOwnFile(host, settingsPath(host), `${JSON.stringify({ ...kept, ...change }, undefined, 2)}\n`);
  return readSettings(host);
}

async function storedSettings(host: Host): Promise<Readonly<Record<string, unknown>>> {
  try {
    const stored: unknown = JSON.parse(Buffer.from(await host.fs.readFile(settingsPath(host))).toString());
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}
