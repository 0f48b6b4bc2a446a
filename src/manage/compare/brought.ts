import { textsIn } from '../../model/diagnostics/texts.ts';
import { isMap, type Value } from '../../model/value.ts';
import type { Plan } from '../../store/write/plan.ts';

/** A reference in the spellings of all clients: one is written as another, and is no secret. */
const REFERENCE = /\$\{[^}]*\}|\{[A-Za-z]+:[^}]*\}|\$[A-Za-z_]\w*|%\w+%/;

/** Whether a text that would be masked came from someone else; undefined if nothing in the plan did. */
export function broughtIn({
  brought,
  changes,
}: Pick<Plan, 'brought' | 'changes'>): ((text: string) => boolean) | undefined {
  if (!brought) return undefined;
  const { texts, own = [] } = brought;
  const bare = texts.map(withoutQuotes);
  const before = changes.flatMap((change) => spellingsOf(change.before ?? ''));
  return (text) => {
    const spellings = spellingsOf(text);
    if (spellings.some((one) => isOwn(own, one))) return false;
    const isBrought = spellings.some((one) =>
      one.split(REFERENCE).every((part) => bare.some((word) => word.includes(withoutQuotes(part)))),
    );
    // A value that stood in a file before is the user's.
    return isBrought || (brought.isAll && !spellings.some((one) => before.some((old) => old.includes(one))));
  };
}

/** A shorter part of a secret could be a part of any word. */
const SHORTEST_PART = 6;

/** Whether a text is, contains or is a part of a secret of the user. */
export function isOwn(own: readonly string[], text: string): boolean {
  return own.some((secret) => text.includes(secret) || (text.length >= SHORTEST_PART && secret.includes(text)));
}

/** All names and values. */
export function wordsIn(value: Value | undefined): string[] {
  return [...textsIn(value).map(({ text }) => text), ...namesIn(value)];
}

function namesIn(value: Value | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return isMap(value) ? Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]) : [];
}

/** Some clients run a line in a shell, so that words are quoted in their files. */
function withoutQuotes(text: string): string {
  return text.replaceAll(/['"\\^`]/g, '');
}

/** A text as it is written in a file, and without the escapes of its format. */
function spellingsOf(text: string): string[] {
  const plain = text
    .replaceAll(/\\(?:u([\da-fA-F]{4})|(.))/gs, (_, code?: string, char?: string) =>
      code === undefined ? (escapes[char ?? ''] ?? char ?? '') : String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .replaceAll("''", "'");
  return plain === text ? [text] : [text, plain];
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
