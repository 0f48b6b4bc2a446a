import { isMap } from '../../model/value.ts';
import { askFor, PackageLookupError, type PackagePlaces } from './package-spec.ts';

/** Scripts that npm runs when it fetches a package. */
const RUN = ['preinstall', 'install', 'postinstall'];

/** The names of the scripts that an npm package runs when it is fetched, as its registry says. Fetches no package. */
export async function installScripts(name: string, version: string, places: PackagePlaces): Promise<string[]> {
  const base = await places.npm();
  if (base === undefined) throw new PackageLookupError('no npm registry is configured (npm config get registry)');
  const url = `${base.replace(/\/+$/, '')}/${name.replace('/', '%2f')}/${encodeURIComponent(version)}`;
  const found = await askFor(places, url, { accept: 'application/json' });
  const scripts = isMap(found) ? found['scripts'] : undefined;
  return isMap(scripts) ? RUN.filter((one) => typeof scripts[one] === 'string') : [];
}
