import { type InstallRequest, prepareInstall } from '../../../../src/manage/registry/prepare-install.ts';
import type { Server } from '../../../../src/model/server.ts';
import { type RegistryServer, registryServer } from '../../../registry/support/registry-server.ts';
import { listed, samples } from '../../../registry/support/sample-servers.ts';
import { type Workspace, workspace } from '../../support/workspace.ts';

/** A machine with a registry that has these servers beside the usual ones. */
export async function here(...more: Parameters<typeof listed>[]): Promise<Workspace & { registry: RegistryServer }> {
  const registry = await registryServer([...samples, ...more.map((one) => listed(...one))]);
  return Object.assign(workspace({}), { registry });
}

/** What an installation writes, without where it came from. */
export async function definition(
  place: Workspace & { registry: RegistryServer },
  name: string,
  inputs: Record<string, string | string[]> = {},
  more: Partial<InstallRequest> = {},
): Promise<Server> {
  const values = new Map(Object.entries(inputs).map(([id, value]) => [id, [value].flat()]));
  const { server } = await prepareInstall(place.host, {
    name,
    registries: [place.registry.url],
    inputs: values,
    ...more,
  });
  const { package: _, ...rest } = server;
  return rest;
}

/** A document with one npm package. */
export function npm(more: Record<string, unknown>): Record<string, unknown> {
  return {
    packages: [{ registryType: 'npm', identifier: 'fine', version: '1.0.0', transport: { type: 'stdio' }, ...more }],
  };
}
