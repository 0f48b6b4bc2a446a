import { inferTransport, type Server } from '../../model/server.ts';
import { isMap } from '../../model/value.ts';

/** The effective fields of a definition as texts; a file may contain any type there. */
export interface DefinitionTexts {
  readonly isStarted: boolean;
  /** The command and its arguments; empty for remote servers. */
  readonly words: readonly string[];
  readonly cwd: string | undefined;
  /** Empty for local servers. */
  readonly url: string;
  /** Environment variables of local servers, headers of remote ones. */
  readonly entries: readonly (readonly [name: string, value: string])[];
}

export function textsOf(server: Server): DefinitionTexts {
  const isStarted = inferTransport(server) === 'stdio';
  const { command, args, cwd, url }: Readonly<Record<string, unknown>> = server;
  const entries: unknown = isStarted ? server.env : server.headers;
  return {
    isStarted,
    words: isStarted ? [command ?? '', ...(Array.isArray(args) ? args : [])].map(asText) : [],
    cwd: isStarted && cwd !== undefined ? asText(cwd) : undefined,
    url: isStarted ? '' : asText(url ?? ''),
    entries: isMap(entries) ? Object.entries(entries).map(([name, value]) => [name, asText(value)] as const) : [],
  };
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
