import { cacheFolder } from './cache.ts';
import { testClients } from './clients.ts';
import { prepareCache, provide, say } from './provide.ts';

// Started by scripts/test-clients.mjs with the ids of the wanted clients; none means all.

const cache = cacheFolder();
/** Each takes a core and much of the line; more of them would only be slower one by one. */
const atOnce = 2;

const wanted = process.argv.slice(2);
const known = testClients.map(({ id }): string => id);
const unknown = wanted.filter((id) => !known.includes(id));
if (unknown.length > 0) {
  say(`there is no client ${unknown.join(', ')} to test with, only ${known.join(', ')}`);
  process.exit(2);
}
const waiting = testClients.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
await prepareCache(cache);
await Promise.all(Array.from({ length: atOnce }, work));

async function work(): Promise<void> {
  for (let client = waiting.shift(); client; client = waiting.shift()) {
    await provide(cache, client).catch((error: unknown) => {
      say(`installing failed: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    });
  }
}
