import { confirm as ask, isCancel } from '@clack/prompts';
import { Interrupted } from './interrupted.ts';

/** Asks at the terminal; what people see stands on stderr, since stdout is for results. */
export async function confirm(message: string): Promise<boolean> {
  const answer = await ask({ message, output: process.stderr });
  if (isCancel(answer)) throw new Interrupted();
  return answer;
}
