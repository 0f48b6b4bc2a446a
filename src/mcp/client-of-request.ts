import {
  type ClientCapabilities,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type Implementation,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** Whether the client can show a form to its user. In the newer era every request says so itself. */
export function canElicit({ server }: McpServer, { mcpReq }: ServerContext): boolean {
  const said = saidIn(mcpReq)[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  const declared = said ?? server.getClientCapabilities();
  const elicitation = declared?.elicitation;
  // Before other modes existed, clients declared form mode as an empty object.
  return elicitation !== undefined && (elicitation.form !== undefined || Object.keys(elicitation).length === 0);
}

/** The client, as it names itself. */
export function clientName({ server }: McpServer, { mcpReq }: ServerContext): string | undefined {
  const said = saidIn(mcpReq)[CLIENT_INFO_META_KEY] as Implementation | undefined;
  const info = said ?? server.getClientVersion();
  return info?.title ?? info?.name;
}

function saidIn({ envelope = {} }: ServerContext['mcpReq']): Readonly<Record<string, unknown>> {
  return envelope;
}
