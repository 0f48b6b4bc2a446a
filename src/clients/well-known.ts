import type { ClientId } from './registry.ts';

// Clients with a special role. All other facts about a client are in its definition.

/** The reader of files that many clients read and no program owns. */
export const sharedFileReader = 'mcp-json' satisfies ClientId;

/** Files in the root of a project that many clients read, and the client whose rules their entries must meet. */
export const sharedFileOwners: Readonly<Record<string, ClientId>> = {
  '.mcp.json': 'claude-code',
  'mcp.json': 'mcp-json',
};

/** Config sets are files in its format, and `run` starts it by default. */
export const setClientId = 'claude-code' satisfies ClientId;
