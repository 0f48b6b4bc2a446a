import type { Upstream } from './upstream.ts';

/** What the servers tell a model about themselves, as far as somebody has accepted it. */
export function instructionsOf(upstreams: readonly Upstream[]): string | undefined {
  const told = upstreams.flatMap(({ name, catalogue, judgement }) => {
    const { instructions } = catalogue.info;
    const accepted = judgement.instructions ?? instructions;
    return instructions !== undefined && accepted ? [{ name, text: accepted }] : [];
  });
  if (told.length === 0) return undefined;
  if (told.length === 1 && upstreams.length === 1) return told[0]?.text;
  return told.map(({ name, text }) => `# ${name}\n\n${text}`).join('\n\n');
}
