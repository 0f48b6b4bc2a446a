import { confirm, isCancel } from '@clack/prompts';
import { visible } from '../../model/visible.ts';
import { Interrupted } from '../interrupted.ts';

/** Whether to approve what has just been shown. Somebody who only presses Enter does not. */
export async function askApproval(name: string): Promise<boolean> {
  const answer = await confirm({
    message: `Approve ${visible(name)}?`,
    active: 'Approve',
    inactive: 'No',
    initialValue: false,
    output: process.stderr,
  });
  if (isCancel(answer)) throw new Interrupted();
  return answer;
}
