import { stateOfFiles } from '../../live/watch/watch-targets.ts';
import type { FileSystem, Host } from '../../model/host.ts';
import { shareParsed } from '../../store/read/parsed-texts.ts';

/**
 * Caches a read until one of the files or directories it looked at changes, including missing ones. Concurrent callers
 * share the result.
 */
export function cachedRead<T>(host: Host, read: (host: Host) => Promise<T>): () => Promise<T> {
  let last: { readonly looked: ReadonlyMap<string, string>; readonly answer: Promise<T> } | undefined;
  return async () => {
    if (last && isUnchanged(last.looked)) return last.answer;
    const looked = new Map<string, string>();
    const answer = read(watching(host, looked));
    last = { looked, answer };
    // A failed read may succeed the next time.
    answer.catch(() => (last = undefined));
    return answer;
  };
}

function isUnchanged(looked: ReadonlyMap<string, string>): boolean {
  for (const [path, state] of looked) if (stateOfFiles([path]) !== state) return false;
  return true;
}

/** A host that records the state of each path before it is read. */
function watching(host: Host, looked: Map<string, string>): Host {
  const noting =
    <A extends readonly unknown[], R>(look: (path: string, ...rest: A) => R) =>
    (path: string, ...rest: A): R => {
      if (!looked.has(path)) looked.set(path, stateOfFiles([path]));
      return look(path, ...rest);
    };
  const { fs } = host;
  const noted: FileSystem = {
    ...fs,
    readFile: noting((path) => fs.readFile(path)),
    kindOf: noting((path) => fs.kindOf(path)),
    status: noting((path) => fs.status(path)),
    readDirectory: noting((path) => fs.readDirectory(path)),
    realPath: noting((path) => fs.realPath(path)),
    readLink: noting((path) => fs.readLink(path)),
    mayWrite: noting((path) => fs.mayWrite(path)),
  };
  const watched = { ...host, fs: noted };
  // All answers read the same texts, so each text is parsed and checked once.
  shareParsed(host, watched);
  return watched;
}
