import { expect, it } from 'vitest';
import { isSecretName } from '../../../src/model/secrets/secret-name.ts';

const secret = `
  TOKEN GITHUB_TOKEN githubToken access_token refreshTokens API_KEY apiKey APIKEY X-Api-Key OPENAI_KEY key
  SUPABASE_ANON_KEY AWS_SECRET_ACCESS_KEY PRIVATE_KEY_BASE64 API_KEY_2 client-secret PASSWORD PGPASSWORD DB_PASS passwd
  PASSPHRASE pwd CREDENTIALS Authorization Proxy-Authorization cookie JWT GITHUB_PAT SENTRY_DSN connectionString MNEMONIC
  AUTH0_SECRET SESSION_ID`;
const harmless = `
  AUTHOR AUTHORITY PATH PATTERN TOKENIZER MONKEY KEYBOARD COMPASS PASSIVE SECRETARY DEBUG TOKEN_FILE SSH_KEY_PATH
  TOKEN_URL AUTH_TYPE SECRET_NAME AWS_ACCESS_KEY_ID TOKEN_LIMIT command - __proto__ constructor`;

const wordsOf = (text: string): string[] => text.trim().split(/\s+/);

it.each(wordsOf(secret))('%s names a secret', (name) => expect(isSecretName(name)).toBe(true));
it.each([...wordsOf(harmless), ''])('%s names none', (name) => expect(isSecretName(name)).toBe(false));
