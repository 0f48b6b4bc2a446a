/** The name of a tool for a model. Different raw names may give the same one: `nameTools` tells those apart. */
export function createMCPToolName(server: string, tool: string): string {
  const { serverPart, toolPart } = nameParts(server, tool);
  return `mcp_${serverPart}_${toolPart}`;
}

/** Server and tool as they stand in the name, never empty. */
export function nameParts(server: string, tool: string): { serverPart: string; toolPart: string } {
  const serverPart = plain(server) || 'server';
  const whole = plain(tool) || 'tool';
  const toolPart = whole.startsWith(`${serverPart}_`) ? whole.slice(serverPart.length + 1) : whole;
  return { serverPart, toolPart };
}

function plain(text: string): string {
  const letters = text.toLowerCase().replaceAll(/[^a-z]+/g, '_');
  return letters.slice(letters.startsWith('_') ? 1 : 0, letters.endsWith('_') ? -1 : undefined);
}
