import type { Listed, Status } from '../answer.ts';

/** `✓ name: target (http) - Connected`, as Gemini CLI and its relatives print it. */
const line = /^\S+ (\S+): (.*) \((stdio|http|sse)\) - (\w+)/gm;

const statuses: Readonly<Record<string, Status>> = { Connected: 'connected', Disabled: 'disabled', Blocked: 'disabled' };

export function readStatusLines(text: string): Listed[] {
  return [...text.matchAll(line)].map(([, name = '', target = '', transport, status = '']): Listed => ({
    name,
    status: statuses[status] ?? 'failed',
    transport: transport as 'stdio' | 'http' | 'sse',
    target,
  }));
}
