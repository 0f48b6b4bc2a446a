import { launchContext } from '../../../src/live/approvals/launch-context.ts';
import { vaultValues } from '../../../src/live/vault-values.ts';
import type { Host } from '../../../src/model/host.ts';
import type { ServerToRun } from '../../../src/runtime/types.ts';

/** The values of the vault that a server gets here. */
export async function valuesGiven(host: Host, toRun: ServerToRun, names: readonly string[]): Promise<object> {
  const context = await launchContext(toRun, host, host.cwd);
  return (await vaultValues(host, { territory: [], project: host.cwd, context }, toRun, names)).values;
}
