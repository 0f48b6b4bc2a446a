import { type OriginOf, originsIn } from '../../discovery/origin-of.ts';
import { absolute } from '../../model/find-program.ts';
import type { Host } from '../../model/host.ts';
import { type CopiedDefinitions, readCopiedDefinitions } from '../../store/approvals/copied-definitions.ts';
import { shareParsed } from '../../store/read/parsed-texts.ts';
import { DraftFiles } from './draft-files.ts';
import { hostAfter } from './host-after.ts';

/** State shared by the drafts of a host. */
const filesOf = new WeakMap<Host, () => DraftFiles>();
/** What is recorded of where definitions come from, if it was read for them already. */
const bornOf = new WeakMap<Host, () => Promise<CopiedDefinitions>>();

/** How they determine where definitions come from, if known. */
const originsOf = new WeakMap<Host, () => Promise<OriginOf>>();

/** Determines where definitions come from. */
export function originsOn(host: Host): Promise<OriginOf> {
  return originsOf.get(host)?.() ?? readOriginsOn(host);
}

async function readOriginsOn(host: Host): Promise<OriginOf> {
  return originsIn({ project: host.cwd, home: host.home, born: await bornOn(host) });
}

/** Whether a word came from someone else, as recorded. */
export async function broughtOn(host: Host): Promise<(word: string) => boolean> {
  const { isBrought = () => false } = await bornOn(host);
  return isBrought;
}

async function bornOn(host: Host): Promise<CopiedDefinitions> {
  return (bornOf.get(host) ?? (() => readCopiedDefinitions(host)))();
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
  let born: Promise<CopiedDefinitions> | undefined;
  let origins: Promise<OriginOf> | undefined;
  bornOf.set(trial, () => (born ??= readCopiedDefinitions(host)));
  originsOf.set(trial, () => (origins ??= readOriginsOn(trial)));
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
    bornOf.set(there, () => (born ??= readCopiedDefinitions(host)));
    return there;
  };
}
