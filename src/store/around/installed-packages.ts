import { dirname } from 'node:path';
import { isMap } from '../../model/value.ts';
import { ancestorsOf, entriesOf, folded, mapOf, realPathOf } from './quick-files.ts';

/** More packages cannot be looked at quickly. */
const MOST = 6000;

/**
 * Looks for packages by the names in their manifests, as npm does: the folder of a package can have any name. It stops
 * at `top`, above which nothing belongs to the project.
 */
export class InstalledPackages {
  readonly #names: ReadonlySet<string>;
  readonly #top: string;
  readonly #seen = new Set<string>();
  #left = MOST;

  constructor(names: ReadonlySet<string>, top: string) {
    this.#names = names;
    this.#top = top;
  }

  /** Whether one of the names is installed below a project, or whether that cannot be told. */
  isIn(root: string): boolean {
    return this.#isLocked(`${root}/node_modules/.package-lock.json`) || this.#isInFolder(`${root}/node_modules`);
  }

  /** Whether a directory is a package of that name, or has one installed. */
  isPackage(path: string, isLink: boolean): boolean {
    const real = isLink ? realPathOf(path) : path;
    if (this.#seen.has(real)) return false;
    this.#seen.add(real);
    this.#left -= 1;
    if (this.#left < 0) return true;
    const manifest = mapOf(`${real}/package.json`);
    // npm reads more than this does: larger files, and files with the marks of a merge.
    if (manifest === 'unreadable' || this.#isNamed(manifest?.['name'])) return true;
    if (this.#isInFolder(`${real}/node_modules`)) return true;
    // npm completes what a linked package needs from the directories above it.
    return isLink && this.#above(real).some((one) => this.#isInFolder(`${one}/node_modules`));
  }

  #isNamed(name: unknown): boolean {
    return typeof name === 'string' && this.#names.has(folded(name.trim()));
  }

  #above(path: string): string[] {
    return ancestorsOf(dirname(path)).filter((one) => one === this.#top || one.startsWith(`${this.#top}/`));
  }

  #isInFolder(folder: string): boolean {
    if (this.#seen.has(folder)) return false;
    this.#seen.add(folder);
    const entries = entriesOf(folder);
    if (entries === 'unreadable') return true;
    return entries.some(({ name, isLink }) => {
      if (name.startsWith('.')) return false;
      if (!name.startsWith('@')) return this.isPackage(`${folder}/${name}`, isLink);
      const scoped = entriesOf(`${folder}/${name}`);
      if (scoped === 'unreadable') return true;
      return scoped.some(
        (one) => !one.name.startsWith('.') && this.isPackage(`${folder}/${name}/${one.name}`, one.isLink || isLink),
      );
    });
  }

  /** npm may take this file's word for what is installed. It writes no `dependencies`, but would read them. */
  #isLocked(path: string): boolean {
    const lock = mapOf(path);
    if (lock === undefined) return false;
    if (lock === 'unreadable' || !isMap(lock['packages']) || lock['dependencies'] !== undefined) return true;
    return Object.entries(lock['packages']).some(([place, entry]) => {
      const name = isMap(entry) ? entry['name'] : undefined;
      return this.#isNamed(name ?? /(?:@[^/]*\/)?[^/]*$/.exec(place)?.[0]);
    });
  }
}
