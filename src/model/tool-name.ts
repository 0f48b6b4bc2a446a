/** Tool name for a model. Different raw names may give the same one; `nameTools` makes them unique. */
export function createMCPToolName(server: string, tool: string): string {
  const { serverPart, toolPart } = nameParts(server, tool);
  return `mcp_${serverPart}_${toolPart}`;
}

/**
 * The model's tool name in a form safe to show. If the raw name contains a secret, so does the derived name, in a
 * spelling that masks do not recognize; it is then derived again from the masked name.
 */
export function shownToolName(
  { server, tool, name }: { readonly server: string; readonly tool: string; readonly name: string },
  mask: (text: string) => string,
): string {
  const shown = mask(tool);
  return shown === tool ? name : createMCPToolName(server, shown);
}

/** The prefix of all tool names of a server. */
export function toolNamePrefix(server: string): string {
  return `mcp_${nameParts(server, '').serverPart}_`;
}

/** Server and tool parts of the name, never empty. */
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
