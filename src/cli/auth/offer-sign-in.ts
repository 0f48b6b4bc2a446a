import { visible } from '../../model/visible.ts';
import type { ServerToRun } from '../../runtime/types.ts';
import { withHead } from '../output/terminal-lines.ts';
import type { Use } from '../runtime/with-runtime.ts';
import { signInFailure } from './sign-in-failure.ts';
import { signInNow } from './sign-in-now.ts';

/** Offers to sign in at the terminal. Returns true after a successful sign-in. */
export async function offerSignIn(toRun: ServerToRun, use: Use): Promise<boolean> {
  const { output } = use.context;
  const { confirm } = await import('../input/ask.ts');
  if (!(await confirm(`${visible(toRun.name)} requires authentication. Sign in now?`))) return false;
  try {
    await signInNow(toRun, use);
    output.talk(`${output.mark('ok')} Signed in to ${visible(toRun.name)}`);
    return true;
  } catch (error) {
    use.signal.throwIfAborted();
    const { message, hint } = signInFailure(toRun, error);
    output.talk(withHead(`${output.mark('error')} `, message));
    if (hint !== undefined) output.talk(`  ${output.style('cyan', 'fix:')} ${visible(hint)}`);
    return false;
  }
}
