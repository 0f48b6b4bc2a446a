import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { IndexPlace } from '../../src/registry/index/index-place.ts';
import { refreshIndex } from '../../src/registry/index/refresh-index.ts';
import { openIndex } from '../../src/registry/index/registry-index.ts';
import { searchIndex } from '../../src/registry/index/search-index.ts';
import { generatedServers } from './generated-servers.ts';

/**
 * Fills the index of a registry of four sizes, and searches it in a new process: from opening the index to the
 * documents of the first 20 servers, as `plugboard registry search` does.
 */
const sizes = [1000, 5000, 20_000, 50_000];
const queries = ['weather', 'github issues', 'mcp', 'a', 'query records of postgres', 'nothing-like-this'];
const base = 'https://registry.test';
const PAGE = 100;
const MOST_MEGABYTES = 40;
/** CPU time, which does not depend on what else the machine does. */
const MOST_MS = 100;

function directoryPlace(directory: string): IndexPlace {
  const path = (name: string): string => join(directory, name);
  return {
    read: async (name) => {
      try {
        return readFileSync(path(name));
      } catch {
        return undefined;
      }
    },
    write: async (name, bytes) => writeFileSync(path(name), bytes),
    remove: async (name) => rmSync(path(name), { force: true }),
    names: async () => readdirSync(directory),
  };
}

/** Answers as a registry would, from memory. */
function answering(entries: readonly unknown[]): typeof fetch {
  return async (asked) => {
    const query = new URL(asked instanceof Request ? asked.url : asked).searchParams;
    if (query.has('updated_since')) return Response.json({ servers: [], metadata: {} });
    const start = Number(query.get('cursor') ?? 0);
    const next = start + PAGE < entries.length ? { nextCursor: String(start + PAGE) } : {};
    return Response.json({ servers: entries.slice(start, start + PAGE), metadata: next });
  };
}

async function fill(size: number, directory: string): Promise<void> {
  const place = directoryPlace(directory);
  const asking = { fetch: answering(generatedServers(size)), delay: async () => undefined };
  const started = process.cpuUsage();
  const from = performance.now();
  const { servers } = await refreshIndex(place, base, { asking, now: new Date(), process: process.pid });
  const { user, system } = process.cpuUsage(started);
  const bytes = readdirSync(directory).reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
  const rss = process.resourceUsage().maxRSS / 1024;
  print({ servers, fillMs: performance.now() - from, cpuMs: (user + system) / 1000, megabytes: bytes / 1e6, rss });
}

async function search(query: string, directory: string): Promise<void> {
  const place = directoryPlace(directory);
  const idle = process.resourceUsage().maxRSS / 1024;
  const started = process.cpuUsage();
  const from = performance.now();
  const index = await openIndex(place, base);
  if (!index) throw new Error('no index');
  const { hits, total } = searchIndex(index, query, { limit: 20 });
  for (const { ordinal } of hits) await index.entry(ordinal);
  const { user, system } = process.cpuUsage(started);
  const rss = process.resourceUsage().maxRSS / 1024 - idle;
  print({ total, searchMs: performance.now() - from, cpuMs: (user + system) / 1000, rss });
}

function print(values: Record<string, number>): void {
  console.log(JSON.stringify(values));
}

/** Runs a step in a new process, so that nothing is warm. */
function step(...args: readonly string[]): Record<string, number> {
  const runner = fileURLToPath(new URL('../../scripts/run-ts.mjs', import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, [runner, fileURLToPath(import.meta.url), ...args], {
    encoding: 'utf8',
  });
  const [last] = stdout.trim().split('\n').slice(-1);
  if (!last) throw new Error(stderr);
  return JSON.parse(last) as Record<string, number>;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const [kind, what = '', directory = ''] = process.argv.slice(2);
if (kind === 'fill') await fill(Number(what), directory);
else if (kind === 'search') await search(what, directory);
else {
  const root = mkdtempSync(join(tmpdir(), 'registry-bench-'));
  const missed: string[] = [];
  for (const size of sizes) {
    const place = join(root, String(size));
    mkdirSync(place);
    const filled = step('fill', String(size), place);
    console.log(
      `${size} servers: filled in ${filled['fillMs']?.toFixed(0)} ms (CPU ${filled['cpuMs']?.toFixed(0)} ms), ${filled['megabytes']?.toFixed(1)} MB on disk, ${filled['rss']?.toFixed(0)} MB RSS with the generated data`,
    );
    if ((filled['megabytes'] ?? 0) > MOST_MEGABYTES) missed.push(`${size} servers take more than ${MOST_MEGABYTES} MB`);
    for (const query of queries) {
      const runs = Array.from({ length: 5 }, () => step('search', query, place));
      const of = (name: string): string => median(runs.map((run) => run[name] ?? 0)).toFixed(0);
      if (Number(of('cpuMs')) > MOST_MS) missed.push(`"${query}" in ${size} servers takes more than ${MOST_MS} ms`);
      console.log(
        `  "${query}": ${runs[0]?.['total']} found, ${of('searchMs')} ms (CPU ${of('cpuMs')} ms), ${of('rss')} MB more RSS`,
      );
    }
  }
  rmSync(root, { recursive: true });
  for (const aim of missed) console.log(`missed: ${aim}`);
  if (missed.length > 0) process.exitCode = 1;
}
