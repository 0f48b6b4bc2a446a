import type { Host } from '../model/host.ts';
import { shareParsed } from '../store/parsed-texts.ts';
import { DraftFiles } from './draft-files.ts';

/** What the drafts that are made for a host work on. */
const filesOf = new WeakMap<Host, () => DraftFiles>();

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
  return trial;
}
