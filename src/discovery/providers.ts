import type { ClientId } from '../clients/registry.ts';

/**
 * Whose definition of a name is taken when several clients have one, the highest number first. Our own catalog is made
 * for this, so it comes before everything.
 */
const priorities: Readonly<Partial<Record<ClientId, number>>> = {
  canonical: 100,
  omp: 90,
  'claude-code': 80,
  codex: 70,
  'gemini-cli': 60,
  opencode: 55,
  cursor: 50,
  windsurf: 50,
  'cline-cli': 40,
  'cline-vscode': 40,
  'copilot-cli': 30,
  vscode: 20,
};

const otherClients = 10;

/** Files in the root of a project that many clients read. They belong to none of them, and come last. */
export const sharedFiles = {
  names: ['.mcp.json', 'mcp.json'] as readonly string[],
  priority: 5,
  /** The client whose reading is taken; another one's only where this one does not read the file. */
  reader: 'mcp-json' satisfies ClientId,
};

export function priorityOf(client: string): number {
  return (priorities as Readonly<Record<string, number | undefined>>)[client] ?? otherClients;
}
