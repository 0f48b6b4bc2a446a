/** The name of a program without its directory and extension, in lower case: Windows and macOS ignore case. */
export function programName(program: string): string {
  // Windows ignores spaces and dots at the end.
  const trimmed = program.replace(/[\s.]+$/, '');
  return (/([^/\\]*?)(?:\.(?:exe|cmd|bat|ps1|com))?$/i.exec(trimmed)?.[1] ?? '').toLowerCase();
}
