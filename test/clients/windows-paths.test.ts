import { expect, it } from 'vitest';
import { pathsOf } from '../../src/clients/paths.ts';
import { clients } from '../../src/clients/registry.ts';
import type { Client } from '../../src/clients/types.ts';
import { clientPaths } from '../../test-windows/client-paths.ts';

/** Xcode runs on macOS only. */
const notOnWindows = ['copilot-xcode:user'];

it('the tests on Windows know the file of every client that has one in the user profile', () => {
  const surroundings = { home: 'C:/Users/ann', env: {}, platform: 'win32', project: 'C:/work' } as const;
  const found = Object.values(clients).flatMap((client: Client) =>
    client.locations
      .filter(({ scope, variant }) => scope === 'user' && variant === undefined)
      .map((location): [string, string | undefined] => [
        `${client.id}:user`,
        pathsOf(location, surroundings)[0]?.replace('C:/Users/ann/', ''),
      ]),
  );
  expect(clientPaths).toEqual(Object.fromEntries(found.filter(([name]) => !notOnWindows.includes(name))));
});
