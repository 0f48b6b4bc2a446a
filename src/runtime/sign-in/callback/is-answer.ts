import { timingSafeEqual } from 'node:crypto';

/**
 * Whether these are the parameters of the response with this state. The state is checked first: a response to a
 * different sign-in could sign the person in to another account.
 */
export function isAnswerTo(state: string, params: URLSearchParams): boolean {
  const [received = '', ...more] = params.getAll('state');
  if (more.length > 0 || !isSame(state, received)) return false;
  const said = [...params.getAll('code'), ...params.getAll('error')];
  return said.length === 1;
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
