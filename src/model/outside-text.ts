import type { Environment } from './reference.ts';
import { isSecretName } from './secrets/secret-name.ts';
import { visible } from './visible.ts';

/** What Plugboard or any client reads as more than text, anywhere: variables, commands, prompts, files, templates. */
const ANYWHERE =
  /\$[A-Za-z_{(]|`|\{\{|\{(?:env|file|input|secrets?|command|config|op|vault|keychain):|%(?![\da-f]{2}%)[a-z_]\w{2,}%|[\r\n\0]/i;
/** The same at the start of a value. */
const AT_START = /^\s*(?:!|(?:op|keychain|vault|secrets?|env):)/i;

/** Words in capitals that settings are known to have: no environment has a secret under them. */
const ordinary = new Set(
  `ALL ANY ASC AUTO BASIC BOTH CSV CRITICAL DEBUG DEFAULT DELETE DESC DISABLED DEVELOPMENT ENABLED ERROR EU EUR FALSE FATAL
  FULL GET GLOBAL HEAD HTML HTTP HTTPS INFO JSON LOCAL MARKDOWN NO NONE NOTICE NULL OFF ON PATCH POST PRODUCTION PUBLIC PUT
  READONLY SILENT SSE STAGING STDIO STREAMABLE TEST TEXT TRACE TRUE TSV UK US USA USD UTC VERBOSE WARN WARNING XML YAML
  YES`.split(/\s+/),
);

/** Whether a text from elsewhere is only text wherever it is written, whichever client reads it. */
export function isOnlyText(text: string): boolean {
  // Hidden characters could make it look like another text.
  return visible(text) === text && !ANYWHERE.test(text) && !AT_START.test(text);
}

/**
 * Whether a text from elsewhere is only text as a header or variable, where the name of a variable stands for its value.
 * Capitals are such a name, set or not: it may be set when the server starts.
 */
export function isOnlyValue(text: string, env: Environment): boolean {
  if (!isOnlyText(text)) return false;
  if (!/^[A-Za-z_]\w*$/.test(text) || ordinary.has(text)) return !Object.hasOwn(env, text);
  return /[a-z]/.test(text) && !Object.hasOwn(env, text) && !isSecretWord(text);
}

/** `token`, `api_key`: lower-case names of variables that hold secrets. A word such as `bearer` alone is none. */
function isSecretWord(text: string): boolean {
  return text.includes('_') && isSecretName(text);
}
