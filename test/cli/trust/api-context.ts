import { createApiContext } from '../../../src/api/create-api-context.ts';
import { approvalsRoutes } from '../../../src/api/routes/approvals.ts';
import { machineOf } from '../../../src/api/views/machine.ts';
import type { Host } from '../../../src/model/host.ts';

/** What the page says about a server. */
export async function withApiContext(host: Host, name: string): Promise<{ page: string; 'its approvals': string }> {
  const api = createApiContext(host);
  try {
    const { permissions } = await machineOf(api)();
    const response = await approvalsRoutes(api).request('/approvals');
    const approvals = (await response.json()) as { name: string; permission: string }[];
    const told = approvals.find((one) => one.name === name)?.permission;
    return {
      page: permissions.get(name) === 'approved' ? 'approved' : 'needed',
      'its approvals': told === 'approved' ? 'approved' : 'needed',
    };
  } finally {
    await api.close();
  }
}
