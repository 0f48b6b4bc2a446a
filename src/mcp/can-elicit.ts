import type { McpServer } from '@modelcontextprotocol/server';

/** Whether the client can show a form to its user. */
export function canElicit({ server }: McpServer): boolean {
  const elicitation = server.getClientCapabilities()?.elicitation;
  // Before other modes existed, clients declared form mode as an empty object.
  return elicitation !== undefined && (elicitation.form !== undefined || Object.keys(elicitation).length === 0);
}
