import { isMap } from '../../model/value.ts';
import { resolveImage } from './oci.ts';
import {
  askFor,
  PackageLookupError,
  type PackagePlaces,
  type PackageSpec,
  type ResolvedPackage,
} from './package-spec.ts';

/** Asks the place of a package which exact version a name means now, and for its integrity. Fetches no package. */
export async function resolvePackage(spec: PackageSpec, places: PackagePlaces): Promise<ResolvedPackage> {
  switch (spec.kind) {
    case 'npm':
      return resolveNpm(spec.name, places);
    case 'pypi':
      return resolvePython(spec.name, places);
    case 'oci':
      return resolveImage(spec.name, places);
    case 'nuget':
      throw new PackageLookupError('NuGet states no integrity that could be locked');
  }
}

async function resolveNpm(spec: string, places: PackagePlaces): Promise<ResolvedPackage> {
  const [, name = '', wanted = 'latest'] = /^((?:@[\w.-]+\/)?[\w.-]+)(?:@([\w.+-]+))?$/.exec(spec) ?? [];
  if (name === '') throw new PackageLookupError(`${spec} is not a name in a registry`);
  const base = await places.npm();
  if (base === undefined) throw new PackageLookupError('no npm registry is configured (npm config get registry)');
  const url = `${base.replace(/\/+$/, '')}/${name.replace('/', '%2f')}/${encodeURIComponent(wanted)}`;
  const found = await askFor(places, url, { accept: 'application/json' });
  const version = isMap(found) ? found['version'] : undefined;
  if (typeof version !== 'string') throw new PackageLookupError(`the registry has no ${spec}`);
  const dist = isMap(found) ? found['dist'] : undefined;
  const integrity = isMap(dist) ? dist['integrity'] : undefined;
  return { version, ...(typeof integrity === 'string' && { integrity }) };
}

/** The JSON form of the simple index (PEP 691): every file with its hash. */
async function resolvePython(spec: string, places: PackagePlaces): Promise<ResolvedPackage> {
  const [, written = '', wanted] = /^([\w.-]+?)(?:\[[^\]]*\])?(?:(?:===?|@)\s*v?([\w.!+-]+))?$/.exec(spec) ?? [];
  if (written === '') throw new PackageLookupError(`${spec} is not a name in an index`);
  if (places.pypi === undefined) throw new PackageLookupError('no package index is configured (UV_DEFAULT_INDEX)');
  const name = written.toLowerCase().replaceAll(/[-_.]+/g, '-');
  const url = `${places.pypi.replace(/\/+$/, '')}/${name}/`;
  const found = await askFor(places, url, { accept: 'application/vnd.pypi.simple.v1+json' });
  const versions = isMap(found) && Array.isArray(found['versions']) ? found['versions'].map(String) : [];
  const version = wanted ?? versions.at(-1);
  const files = isMap(found) && Array.isArray(found['files']) ? found['files'] : [];
  const hashes = files.flatMap((file) => {
    const filename = isMap(file) && typeof file['filename'] === 'string' ? file['filename'] : '';
    const digest = isMap(file) && isMap(file['hashes']) ? file['hashes']['sha256'] : undefined;
    return typeof digest === 'string' && versionIn(filename) === version ? [`sha256:${digest}`] : [];
  });
  if (version === undefined || hashes.length === 0) throw new PackageLookupError(`the index has no ${spec}`);
  return { version, integrity: hashes.toSorted().join(' ') };
}

/** The version in the name of a wheel or of a source archive. */
function versionIn(filename: string): string | undefined {
  return /^[^-]+-([^-]+)-.*\.whl$/.exec(filename)?.[1] ?? /-([^-]+)\.(?:tar\.gz|zip)$/.exec(filename)?.[1];
}
