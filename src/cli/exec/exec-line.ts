/** `plugboard exec <server> -- <command...>`. */
export interface ExecLine {
  readonly server: string;
  readonly words: readonly string[];
}

/** Undefined for any other command line: those are left to the usual parser. A server may be named like an option. */
export function execLine(argv: readonly string[]): ExecLine | undefined {
  const [command, server = '', dashes, ...words] = argv;
  const isWhole = command === 'exec' && server !== '' && dashes === '--' && words.length > 0;
  return isWhole ? { server, words } : undefined;
}
