import { stateOfFiles } from '../../live/watch/watch-targets.ts';
import type { FileSystem, Host } from '../../model/host.ts';

/**
 * Does some reading again only when one of the files or directories that it looked at has changed since, those that
 * were not there included. Whoever asks while it is under way gets the same answer.
 */
export function rememberReading<T>(host: Host, read: (host: Host) => Promise<T>): () => Promise<T> {
  let last: { readonly looked: ReadonlyMap<string, string>; readonly answer: Promise<T> } | undefined;
  return async () => {
    if (last && isAsItWas(last.looked)) return last.answer;
    const looked = new Map<string, string>();
    const answer = read(watching(host, looked));
    last = { looked, answer };
    // What could not be read now may be readable the next time.
    answer.catch(() => (last = undefined));
    return answer;
  };
}

function isAsItWas(looked: ReadonlyMap<string, string>): boolean {
  for (const [path, state] of looked) if (stateOfFiles([path]) !== state) return false;
  return true;
}

/** The same machine; of each path that is looked at it is noted how it was just before. */
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
  return { ...host, fs: noted };
}
