import type { Listed, Status } from '../answer.ts';

/** `✓ name: target (http) - Connected`, as Gemini CLI and a relative print it. */
const line = /^\S+ (\S+): .* \((stdio|http|sse)\) - (\w+)/gm;

const statuses: Readonly<Record<string, Status>> = {
  Connected: 'connected',
  Disabled: 'disabled',
  Blocked: 'disabled',
};

export function readStatusLines(text: string): Listed[] {
  return [...text.matchAll(line)].map(([, name = '', transport = '', status = '']) => ({
    name,
    status: statuses[status] ?? 'failed',
    transport,
  }));
}
