import type { Upstream } from '../upstream/upstream.ts';

/** The approved instructions of all servers, each under a heading if there are several servers. */
export function instructionsOf(upstreams: readonly Upstream[]): string | undefined {
  const told = upstreams.flatMap(({ name, catalog, pinCheck }) => {
    const { instructions } = catalog.info;
    const accepted = pinCheck.instructions ?? instructions;
    return instructions !== undefined && accepted ? [{ name, text: accepted }] : [];
  });
  if (told.length === 0) return undefined;
  if (told.length === 1 && upstreams.length === 1) return told[0]?.text;
  return told.map(({ name, text }) => `# ${name}\n\n${text}`).join('\n\n');
}
