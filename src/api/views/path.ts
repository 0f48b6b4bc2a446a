import type { Host } from '../../model/host.ts';
import { shortPath } from '../../model/short-path.ts';
import type { PathView } from '../contract/common.ts';

export function pathView(path: string, host: Pick<Host, 'home' | 'cwd'>): PathView {
  return { path, short: shortPath(path, host) };
}
