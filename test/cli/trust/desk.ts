import { createDesk } from '../../../src/api/create-desk.ts';
import { approvalsRoutes } from '../../../src/api/routes/approvals.ts';
import { machineOf } from '../../../src/api/views/machine.ts';
import type { Host } from '../../../src/model/host.ts';

/** What the page says about a server. */
export async function withDesk(host: Host, name: string): Promise<{ page: string; 'its approvals': string }> {
  const desk = createDesk(host);
  try {
    const { permissions } = await machineOf(desk)();
    const response = await approvalsRoutes(desk).request('/approvals');
    const approvals = (await response.json()) as { name: string; permission: string }[];
    const told = approvals.find((one) => one.name === name)?.permission;
    return {
      page: permissions.get(name) === 'approved' ? 'approved' : 'needed',
      'its approvals': told === 'approved' ? 'approved' : 'needed',
    };
  } finally {
    await desk.close();
  }
}
