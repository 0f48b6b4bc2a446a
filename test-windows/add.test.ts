import { expect, it } from 'vitest';
import { User } from './machine/user.ts';

it('runs', async () => {
  const user = new User();
  const run = await user.plugboard(['add', 'demo', '--client', 'claude-code', '--scope', 'user', '--', 'npx', '-y', 'x']);
  console.log(run, user.windows());
  console.log((await user.plugboard(['list'])).stdout, user.read('.claude.json'));
  console.log((await user.plugboard(['doctor'])));
  expect(run.code).toBe(0);
});
