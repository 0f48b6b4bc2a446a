import { type OriginOf, readOrigins } from '../../discovery/origin-of.ts';
import type { Host } from '../../model/host.ts';
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
