import type { Pattern } from './secret-matcher.ts';

/** Shorter secrets occur in many texts, so they are masked in their own field only. */
export const SHORTEST_SECRET = 4;
/** Shorter secrets are masked as whole words only. */
const SHORTEST_ANYWHERE = 8;
/** Shorter base64 fragments match by chance. */
const SHORTEST_BASE64 = 8;

/** Common placeholder values that occur in many texts. */
const COMMON =
  /^(?:admin|administrator|anonymous|changeme|default|demo|dummy|example|false|guest|local|localhost|none|null|password|placeholder|public|root|sample|secret|server|test|testing|token|true|undefined|user|username|value)$/i;

/** Whether a secret can be masked everywhere without making other text unreadable. */
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

/** Encodings of a secret in logs, URLs, JSON and base64, also within a longer text. */
export function spellingsOf(secret: string): Pattern[] {
  const isWord = secret.length < SHORTEST_ANYWHERE;
  const bytes = Buffer.from(secret);
  // Via bytes, because a lone surrogate cannot be URL-encoded.
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
    // JSON as written by Go, and HTML.
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

/**
 * Three alignments, because base64 encodes groups of three bytes; characters that depend on neighboring bytes are left
 * out.
 */
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
