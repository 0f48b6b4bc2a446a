import { type OriginOf, originsIn, readOrigins } from '../../discovery/origin-of.ts';
import { absolute } from '../../model/find-program.ts';
import type { Host } from '../../model/host.ts';
import { type CopiedDefinitions, readCopiedDefinitions } from '../../store/approvals/copied-definitions.ts';
import { shareParsed } from '../../store/read/parsed-texts.ts';
import { DraftFiles } from './draft-files.ts';
import { hostAfter } from './host-after.ts';

/** State shared by the drafts of a host. */
const filesOf = new WeakMap<Host, () => DraftFiles>();
/** How they determine where definitions come from, if known. */
const originsOf = new WeakMap<Host, () => Promise<OriginOf>>();

/** Determines where definitions come from. */
export function originsOn(host: Host): Promise<OriginOf> {
  return originsOf.get(host)?.() ?? readOrigins(host);
}

export function draftFilesOn(host: Host): DraftFiles {
  return filesOf.get(host)?.() ?? new DraftFiles(host);
}

/**
 * Returns a host for a series of plans: each sees the changes of the earlier ones, on the same documents. Writes
 * nothing.
 */
export function laterHost(host: Host, files: DraftFiles): Host {
  const later = hostAfter(host, files);
  filesOf.set(later, () => files);
  return later;
}

/**
 * Returns a host for plans that are only previewed. Each starts from the current files, which are read and parsed once.
 */
export function trialHost(host: Host): Host {
  const trial = { ...host };
  const files = new DraftFiles(host);
  shareParsed(host, trial);
  filesOf.set(trial, () => files.unchanged());
  let origins: Promise<OriginOf> | undefined;
  originsOf.set(trial, () => (origins ??= readOrigins(host)));
  return trial;
}

/** Variables with paths of our own, which may be relative to the working directory. */
const ownPaths = ['PLUGBOARD_HOME', 'PLUGBOARD_POLICY', 'PLUGBOARD_KEY_FILE', 'PLUGBOARD_PASSPHRASE_FILE'];

/**
 * Returns the hosts of other projects. Their plans see the same files with the same changes, and judge links and origins
 * by the project. Our own state stays where it is, also if a variable names it relative to the working directory.
 */
export function projectHosts(host: Host): (directory: string) => Host {
  const env = { ...host.env };
  for (const name of ownPaths) if (env[name]) env[name] = absolute(env[name], host.cwd);
  let born: Promise<CopiedDefinitions> | undefined;
  return (directory) => {
    const there: Host = { ...host, env, cwd: directory };
    shareParsed(host, there);
    filesOf.set(there, () => draftFilesOn(host).inProject(there));
    originsOf.set(there, async () => {
      born ??= readCopiedDefinitions(host);
      return originsIn({ project: directory, home: host.home, born: await born });
    });
    return there;
  };
}
