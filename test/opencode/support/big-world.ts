import { makeWorld, type World, writeFiles } from './world.ts';

const many = <T>(count: number, make: (index: number) => [string, T]): Record<string, T> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)));

/** Half of its letters have to be escaped. */
export const long = '"A \\ long"\n'.repeat(100);

/** A world in which every list and every file is long. */
export async function makeBigWorld(): Promise<World> {
  const world = await makeWorld({
    models: many(200, (at) => [`model-${at}-${'z'.repeat(60)}`, { name: `Model ${at}`, variants: { high: {} } }]),
    agent: many(80, (at) => [`agent-${at}`, { mode: 'subagent', description: long, prompt: 'x' }]),
    command: many(80, (at) => [`command-${at}`, { template: 'Say it', description: long }]),
    mcp: many(40, (at) => [`server-${at}`, { type: 'local', command: ['/no/such'], enabled: false }]),
    instructions: Array.from({ length: 300 }, (_, at) => `notes-${at}-${'x'.repeat(200)}.md`),
  });
  const skill = (at: number): string =>
    `---\nname: skill-${at}\ndescription: ${'When it fits. '.repeat(40)}\n---\n\n${long.repeat(30)}\n`;
  writeFiles(
    world.home,
    many(60, (at) => [`.config/opencode/skills/skill-${at}/SKILL.md`, skill(at)]),
  );
  writeFiles(world.project, {
    'data/big.txt': long.repeat(100),
    'data/lines.txt': `${'needle '.repeat(80)}\n`.repeat(30),
    ...many(60, (at) => [`src/many-${at % 3}/file-${at}-${'y'.repeat(150)}.txt`, `${at}\n`]),
  });
  return world;
}
