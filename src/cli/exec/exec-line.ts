/** `plugboard exec <server> -- <command...>`. */
export interface ExecLine {
  readonly server: string;
  readonly words: readonly string[];
}

/** Undefined for any other command line, and for one with options: those are left to the usual parser. */
export function execLine(argv: readonly string[]): ExecLine | undefined {
  const [command, server = '', dashes, ...words] = argv;
  const isWhole = command === 'exec' && server !== '' && !server.startsWith('-') && dashes === '--' && words.length > 0;
  return isWhole ? { server, words } : undefined;
}
