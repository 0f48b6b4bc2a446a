import { type OriginOf, readOrigins } from '../../discovery/origin-of.ts';
import type { Host } from '../../model/host.ts';
import { shareParsed } from '../../store/read/parsed-texts.ts';
import { DraftFiles } from './draft-files.ts';

/** What the drafts that are made for a host work on. */
const filesOf = new WeakMap<Host, () => DraftFiles>();
/** How they find out where definitions come from, if that is known already. */
const originsOf = new WeakMap<Host, () => Promise<OriginOf>>();

/** Decides where definitions come from. */
export function originsOn(host: Host): Promise<OriginOf> {
  return originsOf.get(host)?.() ?? readOrigins(host);
}

export function draftFilesOn(host: Host): DraftFiles {
  return filesOf.get(host)?.() ?? new DraftFiles(host);
}

/**
 * The same machine for plans that are only looked at. Each starts from the files as they are now, which are read and
 * parsed once for all of them.
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
