import type { Pattern } from './secret-matcher.ts';

/** Shorter ones are in every other text, so they are hidden in their own field only. */
export const SHORTEST_SECRET = 4;
/** A shorter one is hidden as a word of its own only. */
const SHORTEST_ANYWHERE = 8;
/** A shorter piece of base64 stands for too few bytes to be told from chance. */
const SHORTEST_BASE64 = 8;

/** Values that people put where a secret belongs, and that are in every other text. */
const COMMON =
  /^(?:admin|administrator|anonymous|changeme|default|demo|dummy|example|false|guest|local|localhost|none|null|password|placeholder|public|root|sample|secret|server|test|testing|token|true|undefined|user|username|value)$/i;

/** Whether a secret can be hidden wherever it appears, without making other text unreadable. */
export function isMaskable(secret: string): boolean {
  return secret.trim().length >= SHORTEST_SECRET && !COMMON.test(secret.trim());
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A secret as it may be written in a log, an address, JSON or base64, also as a part of a longer text. */
export function spellingsOf(secret: string): Pattern[] {
  const isWord = secret.length < SHORTEST_ANYWHERE;
  const bytes = Buffer.from(secret);
  // Through the bytes, because half of a character cannot be spelled in an address.
  const text = bytes.toString();
  const inAddress = encodeURIComponent(text);
  const inJson = JSON.stringify(secret).slice(1, -1);
  const written = new Set([
    secret,
    inAddress,
    inAddress.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    inAddress.replaceAll('%20', '+'),
    encodeURI(text),
    inJson,
    inJson.replaceAll('/', '\\/'),
    asciiJson(inJson),
    // As Go writes JSON, and as pages write text.
    inJson.replaceAll(/[&<>]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`),
    secret.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char),
    encodeURIComponent(inAddress),
    bytes.toString('hex'),
    bytes.toString('base64'),
    JSON.stringify(inJson).slice(1, -1),
  ]);
  return [
    ...[...written].map((one) => ({ text: one, isWord: isWord && one === secret })),
    ...base64Spellings(bytes).map((one) => ({ text: one, isWord: false })),
  ];
}

/** Three of them, because base64 is written in groups of three bytes; what depends on other bytes is left out. */
function base64Spellings(bytes: Buffer): string[] {
  const shifted = [0, 1, 2].flatMap((before) => {
    const all = Buffer.concat([Buffer.alloc(before), bytes]);
    const start = Math.ceil((before * 8) / 6);
    const end = Math.floor((all.length * 8) / 6);
    return (['base64', 'base64url'] as const).map((spelling) => all.toString(spelling).slice(start, end));
  });
  return [...new Set(shifted)].filter((one) => one.length >= SHORTEST_BASE64);
}

function asciiJson(text: string): string {
  return text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
