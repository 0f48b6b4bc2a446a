import { visible } from '../../model/visible.ts';
import { confirm } from '../ask.ts';

/** Whether to approve what has just been shown. Somebody who only presses Enter does not. */
export async function askApproval(name: string): Promise<boolean> {
  return confirm(`Approve ${visible(name)}?`, { active: 'Approve', inactive: 'No', initialValue: false });
}
