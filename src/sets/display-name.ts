/** A set as lists show it: its name, and the servers in it unless that would only say the name again. */
export function formatConfigDisplayName(filename: string, serverNames: readonly string[]): string {
  const name = filename.replace(/\.json$/i, '');
  const servers = serverNames.join(', ');
  if (serverNames.length === 0 || (serverNames.length === 1 && servers === name)) return name;
  return `${name} → ${servers}`;
}
