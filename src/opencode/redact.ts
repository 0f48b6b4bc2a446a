import { isPlainSecret, maskLine, maskValue } from '../model/secrets/secret.ts';

/** Returns the data without secrets: values under sensitive keys, and texts anywhere that look like a secret. */
export function redact(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return redactText(value, name);
  if (Array.isArray(value)) return value.map((item) => redact(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, redact(inner, key)]));
}

function redactText(text: string, name: string): string {
  // OpenCode's syntax for a variable reference is not a secret.
  if (/^\{(?:env|file):[^}]*\}$/.test(text)) return text;
  return isPlainSecret(name, text) ? maskValue(text) : maskLine(text);
}
