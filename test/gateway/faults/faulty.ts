import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RawClient, WireMessage } from '../probe/raw-client.ts';

const program = fileURLToPath(new URL('faulty-server.mjs', import.meta.url));

/** An entry for a server that goes wrong in these ways. */
export function faulty(...words: readonly string[]): { command: string; args: string[] } {
  return { command: process.execPath, args: [program, ...words] };
}

/** Lines of the log of such a server. */
export function notes(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

export async function call(client: RawClient, name: string, args: object = {}): Promise<WireMessage> {
  return client.request('tools/call', { name, arguments: args });
}

export function textOf({ result, error }: WireMessage): string {
  if (error) throw new Error(`${error.message} (${error.code})`);
  const [first] = (result?.['content'] ?? []) as { text?: string }[];
  return first?.text ?? '';
}

/** Names of tools, sorted. */
export async function toolNames(client: RawClient): Promise<string[]> {
  const { result = {} } = await client.request('tools/list', {});
  return (result['tools'] as { name: string }[]).map(({ name }) => name).toSorted();
}

/** Asks for the tools again each time it is told that they have changed, until this one is there. */
export async function untilOffered(client: RawClient, name: string): Promise<void> {
  for (let seen = 0; !(await toolNames(client)).includes(name);) {
    const changes = (): number =>
      client.told.filter(({ method }) => method === 'notifications/tools/list_changed').length;
    if (changes() === seen) await client.heard(() => changes() > seen);
    seen = changes();
  }
}
