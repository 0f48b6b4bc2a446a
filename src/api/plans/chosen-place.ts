import { noSuchServer } from '../../manage/no-such-server.ts';
import type { ApiContext } from '../api-context.ts';
import type { TargetRef } from '../contract/common.ts';
import { machineOf } from '../views/machine.ts';

/** The file of the active definition. */
export async function chosenPlace(name: string, api: ApiContext): Promise<TargetRef> {
  const { here, names: known } = await machineOf(api)();
  const origin = here.get(name)?.origin;
  const listed = known.get(name) ?? [];
  const found = listed.find(({ client, file }) => client === origin?.client && file === origin.file) ?? listed[0];
  if (!found) throw noSuchServer(name, [...known.keys()]);
  const { client, scope, variant } = found;
  return { client, scope, ...(variant !== undefined && { variant }) };
}
