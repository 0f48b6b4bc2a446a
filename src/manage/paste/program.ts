/** The program that a command names: without its directory and without what Windows puts behind it. */
export function programOf(command: string): string {
  const file = command.slice(Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1);
  return file.replace(/\.(?:exe|cmd|bat|ps1)$/i, '').toLowerCase();
}
