import { isMap, Literal, type Path, type Value, type ValueMap } from '../value.ts';
import { referencesIn } from './cover.ts';
import { isSecretName } from './secret-name.ts';
import { isPlainSecret } from './secret.ts';
import { without, type Span } from './spans.ts';
import { valueSpans } from './value-spans.ts';

/** A text in a document that contains secrets. */
export interface SecretLeaf {
  readonly path: Path;
  readonly text: string;
  /** Which parts of the text are secret. */
  readonly spans: readonly Span[];
}

/** The texts of a document that contain secrets, each judged with its key and the item before it. */
export function secretLeaves(value: Value | undefined): SecretLeaf[] {
  const leaves: SecretLeaf[] = [];
  if (value !== undefined) collect({ value, path: [], name: '' }, leaves);
  return leaves;
}

interface Place {
  readonly value: Value;
  readonly path: Path;
  readonly name: string;
  /** The item before it in a list. */
  readonly before?: Value | undefined;
}

function collect({ value, path, name, before }: Place, leaves: SecretLeaf[]): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      collect({ value: item, path: [...path, index], name, before: value[index - 1] }, leaves);
  } else if (isMap(value)) {
    for (const key of Object.keys(value))
      collect({ value: value[key] as Value, path: [...path, key], name: nameOf(key, value) }, leaves);
  } else {
    const text = typeof value === 'number' ? String(value) : value instanceof Literal ? value.text : value;
    if (typeof text !== 'string') return;
    const isText = typeof value === 'string';
    const spans = isText ? textSpans(name, text, before) : numberSpans(name, text);
    if (spans.length > 0) leaves.push({ path, text, spans });
  }
}

/** `{"name": "API_KEY", "value": "…"}` names its value, and a prompt for a password has a default. */
function nameOf(key: string, { name, key: other, id, password }: ValueMap): string {
  if (key === 'default' && password === true) return 'password';
  if (key !== 'value') return key;
  const names = [name, other, id].filter((one) => typeof one === 'string');
  return names.find(isSecretName) ?? key;
}

function textSpans(name: string, text: string, before: Value | undefined): readonly Span[] {
  const spans = valueSpans(name, text, typeof before === 'string' ? before : '');
  return spans.length === 0 ? spans : without(spans, referencesIn(text));
}

function numberSpans(name: string, text: string): Span[] {
  return isSecretName(name) && isPlainSecret(name, text) ? [{ start: 0, end: text.length }] : [];
}
