import type { Script } from 'node:vm';
import { openForm, type Place, readForm } from './compiled-form.ts';
import { keepCompiled } from './keep-compiled.ts';
import type { Pack } from './open-pack.ts';
import { compiledFolder } from './user-cache.ts';

export interface CompiledForms {
  /** The compiled forms of a script, best first. V8 rejects one made by another version or with other flags. */
  find(script: string): Iterable<Buffer>;
  /** Keeps what was compiled in this run, where it can be written. */
  keep(scripts: ReadonlyMap<string, Script>): void;
}

/** Compiled forms are looked for beside the program and, if a script is missing there, in the user's cache. */
export function compiledForms(program: Pack, folder: string): CompiledForms {
  const { build } = program.header;
  const node = `${process.version}-${process.arch}`;
  const user = process.geteuid?.();
  const beside: Place = {
    folder,
    name: `compiled-${node}`,
    // The owner of the program decides what it does anyway.
    owners: [user, 0, program.status.uid],
    isPrivate: false,
  };
  const open = (place: Place): OpenPlace => ({ place, form: openForm(place, build) });
  const first = open(beside);
  let second: OpenPlace | undefined;
  const inCache = (): OpenPlace | undefined => {
    const cache = second ? undefined : compiledFolder();
    if (cache) second = open({ folder: cache, name: `${build}-${node}`, owners: [user], isPrivate: true });
    return second;
  };
  return {
    *find(script) {
      const piece = readForm(first.form, script);
      if (piece) yield piece;
      const other = readForm(inCache()?.form, script);
      if (other) yield other;
    },
    keep(scripts) {
      for (const { place, form } of [first, inCache()].filter((known) => known !== undefined)) {
        if (keepCompiled(place, form, build, scripts)) return;
      }
    },
  };
}

interface OpenPlace {
  readonly place: Place;
  readonly form: Pack | undefined;
}
