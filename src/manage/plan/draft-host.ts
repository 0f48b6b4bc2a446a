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
 * The same machine for a series of plans: each sees the changes of those before it, on the same documents. Nothing is
 * written.
 */
export function laterHost(host: Host, files: DraftFiles): Host {
  const { fs } = host;
  const later: Host = {
    ...host,
    fs: {
      ...fs,
      async readFile(path) {
        const text = files.changed(path)?.text;
        return text === undefined ? fs.readFile(path) : Buffer.from(text);
      },
      async kindOf(path) {
        const isThere = files.isThereNow(path);
        return isThere === undefined ? fs.kindOf(path) : isThere ? 'file' : undefined;
      },
    },
  };
  shareParsed(host, later);
  filesOf.set(later, () => files);
  return later;
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
