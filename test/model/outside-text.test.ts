import { expect, test } from 'vitest';
import { isOnlyValue } from '../../src/model/outside-text.ts';

test.each(
  `githubToken dbPassword AWSSecretKey pgpassword token apikey secretkey npm_config_registry https_proxy GITHUB_TOKEN USER
  MODEL Path _ a1 x86_64_key info_level GITHUB_PERSONAL_ACCESS_TOKEN AWS_SECRET_ACCESS_KEY_1 session auth key`.split(
    /\s+/,
  ),
)('%s may be the name of a variable, whether it is set here or not', (text) => {
  expect(isOnlyValue(text)).toBe(false);
});

test.each([
  ...'b YOUR_API_KEY your_token XXXX REPLACE_ME info Info DEBUG true stdio production readonly en US en_US v1 x86_64 postgres streamable_http fast'.split(
    ' ',
  ),
  'ghp_0123456789abcdefghij0123456789abcd',
  'two words',
  'us-east-1',
  '1.0',
  'https://a.example',
])('%j is only a value', (text) => {
  expect(isOnlyValue(text)).toBe(true);
});
