import { visible } from '../../model/visible.ts';
import { confirm } from '../input/ask.ts';

/** Asks whether to approve the server that was shown. Pressing Enter means no. */
export async function askApproval(name: string): Promise<boolean> {
  return confirm(`Approve ${visible(name)}?`, { active: 'Approve', inactive: 'No', initialValue: false });
}
