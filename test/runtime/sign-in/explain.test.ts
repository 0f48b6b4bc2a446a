import { expect, it } from 'vitest';
import { explain } from '../../../src/runtime/sign-in/explain.ts';
import { failed } from '../../../src/runtime/sign-in/sign-in-error.ts';

const SECRET = 'can~ary (1)+*2';

it.each([SECRET, encodeURIComponent(SECRET), String(new URLSearchParams({ code: SECRET })), JSON.stringify(SECRET)])(
  'what was sent is not told: %s',
  (spelled) =>
    expect(explain(new Error(`You sent ${spelled}!`), [SECRET]).message).toMatch(/^[^1]* You sent (code=|")?•+"?!$/),
);

it('what comes from elsewhere is short, and does nothing to a terminal', () => {
  const { message } = explain(new Error(`\u001b[2J${'x'.repeat(1000)}`));
  expect(message).toMatch(/^OAuth authentication failed: \ufffd\[2Jx{296}…$/);
});

it('known facts are kept', () => {
  const error = failed('denied', 'no', 'Try something else.');
  expect(explain(error, ['no'])).toBe(error);
});
