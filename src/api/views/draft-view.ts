import type { Host } from '../../model/host.ts';
import { splitReferences } from '../../model/reference.ts';
import type { Server } from '../../model/server.ts';
import { isMap, type Value } from '../../model/value.ts';
import type { Brought } from '../../store/write/plan.ts';
import type { EntryRef } from '../contract/common.ts';
import type { ServerDraft, VariableView } from '../contract/values.ts';
import type { SecretSources } from '../secrets/secret-sources.ts';
import { sanitized } from './words.ts';

/** An editable definition: placeholders instead of secrets of the user, references as written. */
export function draftView(
  name: string,
  server: Server,
  {
    sources,
    host,
    ...from
  }: {
    readonly sources: SecretSources;
    readonly host: Host;
    readonly entry?: EntryRef;
    readonly brought?: Brought;
    readonly isLink?: boolean;
  },
): ServerDraft {
  const { shown, masks, source } = sources.hide(name, server, from);
  return { name, server: shown, source, masks, variables: variablesIn(shown, host) };
}

/** The variables that a definition refers to, and whether they are set in Plugboard's environment. */
function variablesIn(value: Value, host: Host): VariableView[] {
  const names = new Map<string, string | undefined>();
  const look = (item: Value): void => {
    if (typeof item === 'string') {
      for (const part of splitReferences(item))
        if (typeof part !== 'string') names.set(part.name, part.fallback ?? names.get(part.name));
    } else if (Array.isArray(item)) for (const one of item) look(one);
    else if (isMap(item)) for (const one of Object.values(item)) look(one);
  };
  look(value);
  return Array.from(names, ([name, fallback]) => variableView(name, host, fallback));
}

export function variableView(name: string, { env }: Pick<Host, 'env'>, fallback?: string): VariableView {
  const isSet = Object.hasOwn(env, name) && env[name] !== undefined;
  return { name, isSet, ...(fallback !== undefined && { fallback: sanitized(fallback) }) };
}
