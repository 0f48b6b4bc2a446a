import { timingSafeEqual } from 'node:crypto';

/**
 * Whether these are the parameters of the answer to the sign-in with this state. An answer to another one could sign a
 * person in as another; nothing else of it is looked at before.
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
