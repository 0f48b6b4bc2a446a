import { join } from 'node:path';
import { fromRoot } from '../../scripts/root.mjs';
import { cacheFolder, splitPackage } from '../cache.ts';
import { claimedVersion, programVersion, testClients } from '../clients.ts';
import { askRelease, newestRelease } from './ask-release.ts';
import { keptOutcomes, sourcesDigest } from './kept-outcomes.ts';
import { usage, type VerifyOptions, verifyOptions } from './options.ts';
import { exitCode } from './outcome.ts';
import { reportText, summaryText } from './report-text.ts';
import { verifyAll } from './verify-all.ts';

const options = readOptions();
if (options) await verify(options);

async function verify({ drift, json, again, keep, minutes, ids }: VerifyOptions): Promise<void> {
  const cache = cacheFolder();
  const today = new Date().toISOString().slice(0, 10);
  const end = Date.now() + minutes * 60_000;
  const outcomes = keptOutcomes(
    join(cache, 'verified.json'),
    sourcesDigest([fromRoot('src'), fromRoot('test-clients')]),
  );
  const wanted = testClients.filter(({ id }) => ids.length === 0 || ids.includes(id));
  const reports = await verifyAll(wanted, {
    version: async ({ packages }) => {
      const { name, version } = splitPackage(packages[0]);
      return drift ? newestRelease(name) : version;
    },
    earlier: (id, version) => (again ? undefined : outcomes.find(id, version)),
    ask: async (client, version) =>
      askRelease(cache, client, version, keep || programVersion(client.id, version) === claimedVersion(client.id)),
    keep: (id, version, outcome) => outcomes.keep(id, version, outcome),
    stop: () => (Date.now() < end ? undefined : `the ${minutes} minutes are over; the next run goes on here`),
    tell: (report) => void (json ? process.stderr : process.stdout).write(`${reportText(report, today)}\n`),
  });
  process.stdout.write(json ? `${JSON.stringify({ clients: reports }, undefined, 2)}\n` : `${summaryText(reports)}\n`);
  process.exitCode = exitCode(reports);
}

function readOptions(): VerifyOptions | undefined {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(`${usage}\n`);
    return undefined;
  }
  try {
    return verifyOptions(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}\n`);
    process.exitCode = 2;
    return undefined;
  }
}
