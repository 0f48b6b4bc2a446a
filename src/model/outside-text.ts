import { hasSecretShape } from './secrets/hidden-spans.ts';
import { mayNameVariable, namesVariable } from './text/settings-words.ts';
import { visible } from './visible.ts';

/** What Plugboard or any client reads as more than text, anywhere: variables, commands, prompts, files, templates. */
const ANYWHERE =
  /\$[A-Za-z_{(]|`|\{\{|\{(?:env|file|input|secrets?|command|config|op|vault|keychain):|%(?![\da-f]{2}%[\da-f]{2})[a-z_]\w*%|[\r\n\0]/i;
/** The same at the start of a value. */
const AT_START = /^\s*(?:!|(?:op|keychain|vault|secrets?|env):)/i;

/** Whether a text from elsewhere is only text wherever it is written, whichever client reads it. */
export function isOnlyText(text: string): boolean {
  // Hidden characters could make it look like another text.
  return visible(text) === text && !ANYWHERE.test(text) && !AT_START.test(text);
}

/**
 * Whether a text from elsewhere is only text as a header or variable, where the name of a variable stands for its value.
 * What is set now does not matter: a gateway or a desktop client has another environment when the server starts.
 */
export function isOnlyValue(text: string): boolean {
  // Variables of npm have names that no other text has: `npm_config_//npm.example.com/:_authToken`.
  return isOnlyText(text) && ((!mayNameVariable(text) && !/^npm_config_/i.test(text)) || isKey(text));
}

/** Whether our own runtime takes a header or variable from elsewhere for text: it looks up only plain names. */
export function isOnlyValueHere(text: string): boolean {
  return isOnlyText(text) && (!namesVariable(text) || isKey(text));
}

/** Whether a text is a key itself, such as `ghp_…` with its digits, which no variable is named like. */
function isKey(text: string): boolean {
  return text.length >= 20 && /\d.*\d/.test(text) && hasSecretShape(text);
}
