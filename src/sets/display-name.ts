/** The display name of a set: its name, followed by its servers unless the only one has the same name. */
export function formatConfigDisplayName(filename: string, serverNames: readonly string[]): string {
  const name = filename.replace(/\.json$/i, '');
  const servers = serverNames.join(', ');
  if (serverNames.length === 0 || (serverNames.length === 1 && servers === name)) return name;
  return `${name} → ${servers}`;
}
