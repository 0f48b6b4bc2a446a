/** The program name of a command, without directory and Windows extension. */
export function programOf(command: string): string {
  const file = command.slice(Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1);
  return file.replace(/\.(?:exe|cmd|bat|ps1)$/i, '').toLowerCase();
}
