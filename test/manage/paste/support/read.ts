import { readPasted } from '../../../../src/manage/paste/read-pasted.ts';
import type { Server } from '../../../../src/model/server.ts';

/** What was pasted as names and definitions. */
export async function serversIn(text: string): Promise<Record<string, Server>> {
  const { servers } = await readPasted(text);
  return Object.fromEntries(servers.map(({ name, server }) => [name, server]));
}

/** The one server of a text, with everything known about it. */
export async function onlyIn(text: string): Promise<Record<string, unknown>> {
  const { servers, kind } = await readPasted(text);
  if (servers.length !== 1) throw new Error(`${servers.length} servers`);
  return { kind, ...servers[0] };
}

/** Why a text is refused. */
export async function refusalOf(text: string): Promise<string> {
  const error: unknown = await readPasted(text).then(
    ({ servers }) => new Error(`was taken: ${JSON.stringify(servers)}`),
    (reason: unknown) => reason,
  );
  const { code, data } = error as { code?: string; data?: { why?: string } };
  if (code !== 'paste-unrecognized') throw error as Error;
  return data?.why ?? '';
}

export function base64(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}
