import { type ClientId, clients } from '../clients/registry.ts';
import type { Client } from '../clients/types.ts';

/**
 * The priority of each client if several define the same name; the highest number wins. The Plugboard catalog is made
 * for this, so it comes first.
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

/** Files in the root of a project that many clients read. They belong to no client and have the lowest priority. */
export const sharedFiles = {
  names: ['.mcp.json', 'mcp.json'] as readonly string[],
  priority: 5,
  /** The client whose reading is used, unless it does not read the file. */
  reader: 'mcp-json' satisfies ClientId,
};

/** The client whose rules apply to entries of a shared file, whichever client reads it. */
const owners: Readonly<Record<string, ClientId>> = { '.mcp.json': 'claude-code', 'mcp.json': 'mcp-json' };

/** Whether a file is a shared file of the project or of a parent directory. */
export function isSharedFile(file: string, project: string): boolean {
  const [directory, name] = splitPath(file);
  return sharedFiles.names.includes(name) && `${project.replaceAll('\\', '/')}/`.startsWith(directory);
}

/** The client whose rules apply to a shared file; undefined for a file that belongs to its reader. */
export function ownerOf(file: string, project: string): Client | undefined {
  const owner = isSharedFile(file, project) ? owners[splitPath(file)[1]] : undefined;
  return owner && clients[owner];
}

function splitPath(file: string): [directory: string, name: string] {
  const slash = file.lastIndexOf('/') + 1;
  return [file.slice(0, slash), file.slice(slash)];
}

export function priorityOf(client: string): number {
  return (priorities as Readonly<Record<string, number | undefined>>)[client] ?? otherClients;
}
