import type { Host } from '../../model/host.ts';
import { version } from '../../model/version.ts';
import { readInstance } from './instance-file.ts';
import type { InstanceAnswer } from './instance-routes.ts';

/** A running instance responds at once. */
const PATIENCE_MS = 2000;

export interface RunningInstance extends InstanceAnswer {
  readonly url: string;
  readonly port: number;
}

/**
 * Returns the running API server of this project with a new link. The instance file may be stale and its port taken by
 * another program, so its process must be running, accept the secret, and have our version.
 */
export async function findRunningInstance(host: Host): Promise<RunningInstance | undefined> {
  const note = await readInstance(host);
  if (!note || !isLoopback(note.url) || host.processes.startOf(note.pid) !== note.started) return undefined;
  try {
    const response = await fetch(`${note.url}/instance/link`, {
      method: 'POST',
      headers: { authorization: `Bearer ${note.secret}`, 'x-plugboard': '1' },
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!response.ok) return undefined;
    const answer = (await response.json()) as InstanceAnswer;
    const isOurs = answer.pid === note.pid && answer.version === version && answer.link.startsWith(`${note.url}/`);
    return isOurs ? { ...answer, url: note.url, port: Number(new URL(note.url).port) } : undefined;
  } catch {
    return undefined;
  }
}

function isLoopback(url: string): boolean {
  return /^http:\/\/(?:127\.0\.0\.1|\[::1\]):\d+$/.test(url);
}
