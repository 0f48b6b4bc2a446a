import type { Answer, Driver, Listed, TestScope } from './answer.ts';
import { openBox, type Box } from './box.ts';
import type { TestClient } from './clients.ts';
import { startHttpTarget, type TargetRequest } from './http-target.mjs';

export interface Question {
  readonly cache: string;
  readonly client: TestClient;
  readonly driver: Driver;
  readonly scope: TestScope;
  /** The servers that were meant to be there; one that is not listed comes back as missing. */
  readonly names: readonly string[];
  /** Puts the files into the box. `url` is where HTTP servers answer. */
  readonly prepare: (box: Box, url: string) => void | Promise<void>;
}

/** Asks a program in a box of its own and adds what the servers saw of it. */
export async function askClient({ cache, client, driver, scope, names, prepare }: Question): Promise<Answer> {
  const target = await startHttpTarget();
  const box = openBox(cache, client);
  try {
    await prepare(box, target.url);
    const { listed = connectedTo(box, target.requests), complaints = [], raw } = await driver.ask(box, scope);
    return {
      listed: names.map((name) => {
        const shown = driver.shown?.(name) ?? name;
        return { status: 'missing', ...listed.find((server) => server.name === shown), name };
      }),
      complaints,
      raw,
      starts: box.starts(),
      requests: target.requests,
    };
  } finally {
    target.close();
    box.remove();
  }
}

/** What the servers themselves know: a client that asks for the tools of one is connected to it. */
function connectedTo(box: Box, requests: readonly TargetRequest[]): Listed[] {
  const web = requests.flatMap(({ path, message }) => (message === 'tools/list' ? [path.slice(1)] : []));
  return [...box.toolsAsked(), ...web].map((name): Listed => ({ name, status: 'connected' }));
}
