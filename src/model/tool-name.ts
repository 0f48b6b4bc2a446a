/** The name of a tool for a model. Different raw names may give the same one: `nameTools` tells those apart. */
export function createMCPToolName(server: string, tool: string): string {
  const { serverPart, toolPart } = nameParts(server, tool);
  return `mcp_${serverPart}_${toolPart}`;
}

/**
 * The name of a tool for a model, as it may be shown. Where the server's own name holds a secret, the name that was made of
 * it does too, in letters that no mask knows any more, so it is made again of what is left.
 */
export function shownToolName(
  { server, tool, name }: { readonly server: string; readonly tool: string; readonly name: string },
  mask: (text: string) => string,
): string {
  const shown = mask(tool);
  return shown === tool ? name : createMCPToolName(server, shown);
}

/** How the names of all tools of a server begin. */
export function toolNamePrefix(server: string): string {
  return `mcp_${nameParts(server, '').serverPart}_`;
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
