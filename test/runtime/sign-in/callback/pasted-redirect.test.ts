import { expect, it } from 'vitest';
import { pastedAnswer } from '../../../../src/runtime/sign-in/callback/pasted-redirect.ts';

const redirectUrl = 'http://127.0.0.1:4711/back';

it.each([
  [`${redirectUrl}?code=c&state=s`, 'c'],
  [`  ${redirectUrl}?state=s&code=c\n`, 'c'],
  ['?code=c&state=s', 'c'],
  ['code=c&state=s', 'c'],
  [`${redirectUrl}?error=access_denied&state=s`, null],
])('%j is an answer', (text, code) => expect(pastedAnswer(text, redirectUrl)?.get('code')).toBe(code));

it.each([
  '',
  'c',
  redirectUrl,
  `${redirectUrl}?code=c`,
  'http://127.0.0.1:4712/back?code=c&state=s',
  'http://127.0.0.1:4711/other?code=c&state=s',
  'https://evil.example/back?code=c&state=s',
])('%j is none', (text) => expect(pastedAnswer(text, redirectUrl)).toBeUndefined());
