import { createHash } from 'node:crypto';
import { userInfo } from 'node:os';
import type { Host } from '../../model/host.ts';
import { comparablePath } from '../../model/paths/comparable-path.ts';
import { realPath } from '../../store/state/enclosing-directory.ts';
import { places } from '../../store/state/places.ts';

/**
 * What a secret is called in a vault that all states of an account share. In the state at the usual place that is its
 * name. Any other state has names of its own, or a test of one would replace the values of the other.
 */
export async function nameInVault(host: Host, name: string): Promise<string> {
  const stateOf = async (one: Host): Promise<string> =>
    comparablePath(await realPath(host, places(one).state), host.platform);
  const here = await stateOf(host);
  if (here === (await stateOf({ ...host, env: {}, home: homeOfAccount() ?? host.home }))) return name;
  // 1Password allows no other sign in an address, and the name of a secret contains none.
  return `${name}-${createHash('sha256').update(here).digest('hex').slice(0, 8)}`;
}

/** Not from a variable, which moves the state. Undefined for a user without an account, as in some containers. */
function homeOfAccount(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    return undefined;
  }
}
