import { Random } from '../random.ts';

/** Reads damaged texts and returns a line for each that is read differently than expected. */
export function readDamaged(
  { bases, pieces }: { readonly bases: readonly string[]; readonly pieces: readonly string[] },
  runs: number,
  seed: number,
  differenceOn: (text: string) => string | undefined,
): string[] {
  const random = new Random(seed);
  const failures: string[] = [];
  for (let run = 0; run < runs; run += 1) {
    const text = damage(random.pick(bases), pieces, random);
    const difference = differenceOn(text);
    if (difference !== undefined) failures.push(`${difference}: ${JSON.stringify(text)}`);
  }
  return failures;
}

/** The text with a few random changes: characters removed, inserted or doubled, lines swapped or repeated. */
function damage(text: string, pieces: readonly string[], random: Random): string {
  let damaged = text;
  for (let count = random.below(4); count > 0; count -= 1) damaged = damageOnce(damaged, pieces, random);
  return damaged;
}

function damageOnce(text: string, pieces: readonly string[], random: Random): string {
  const at = random.below(text.length + 1);
  const kind = random.below(8);
  if (kind < 4) return text.slice(0, at) + random.pick(pieces) + text.slice(at + random.below(3));
  if (kind === 4) return text.slice(0, at) + text.slice(at + 1 + random.below(4));
  if (kind === 5) return text.slice(0, at) + text.slice(at, at + 1 + random.below(6)) + text.slice(at);
  const lines = text.split('\n');
  const [one, other] = [random.below(lines.length), random.below(lines.length)];
  if (kind === 6) return lines.toSpliced(one, 0, lines[other] as string).join('\n');
  return lines
    .with(one, lines[other] as string)
    .with(other, lines[one] as string)
    .join('\n');
}
