import { type EffectiveField, effectiveFields } from '../../model/fields/effective-fields.ts';
import { canonicalJson } from '../../model/json/canonical-json.ts';
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
  /** What only some clients know, each value as one text. */
  readonly beside: readonly FieldText[];
}

export interface FieldText extends Pick<EffectiveField, 'key' | 'effect' | 'clients'> {
  readonly text: string;
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
    beside: fieldTexts(server),
  };
}

/** A field that several clients have with the same value is one. */
function fieldTexts(server: Server): FieldText[] {
  const texts = effectiveFields(server).map(({ key, effect, clients, value }) => ({
    key,
    effect,
    clients,
    text: typeof value === 'string' ? value : canonicalJson(value),
  }));
  return [...new Map(texts.map((one) => [JSON.stringify([one.key, one.text]), one])).values()];
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
