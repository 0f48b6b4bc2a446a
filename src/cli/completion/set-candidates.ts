import type { Host } from '../../model/host.ts';
import { configDirectory } from '../../sets/config-directory.ts';
import { setFileNames } from '../../sets/directory-names.ts';
import type { Candidate } from './candidate.ts';

/** The sets by their file names. The files are not read, because completion must be fast. */
export async function setCandidates(host: Host): Promise<Candidate[]> {
  const names = await setFileNames(host, configDirectory(host)).catch((): string[] => []);
  return names.toSorted().map((name) => ({ value: name.slice(0, -'.json'.length), about: '' }));
}
