import type { PastedServer } from '../../manage/paste/types.ts';
import { withoutSecrets } from '../../manage/secrets/without-secrets.ts';
import type { Server, Transport } from '../../model/server.ts';
import type { Draft } from './draft.ts';

/** The servers that the answers define, by name, with secrets in plain text. */
export function definedBy(draft: Draft): Record<string, Server> {
  if (draft.way === 'paste') {
    const wanted = wantedOf(draft);
    const [only] = wanted;
    if (wanted.length === 1 && only) return { [draft.name ?? only.name]: { ...only.server, ...draft.base } };
    return Object.fromEntries(wanted.map(({ name, server }) => [name, { ...server, ...draft.base }]));
  }
  return draft.name === undefined ? {} : { [draft.name]: ownServer(draft) };
}

function ownServer(draft: Draft): Server {
  const transport = transportOf(draft);
  const shared = { ...draft.base, ...(transport === undefined ? {} : { transport }) };
  if (transport === 'stdio') {
    const [command, ...args] = draft.commandLine ?? [];
    const started = command === undefined ? {} : { command, ...(args.length > 0 ? { args } : {}) };
    return { ...shared, ...started, ...filled('env', { ...draft.base.env, ...draft.env }) };
  }
  const reached = draft.url === undefined ? {} : { url: draft.url };
  return { ...shared, ...reached, ...filled('headers', { ...draft.base.headers, ...draft.headers }) };
}

function filled(field: string, values: Readonly<Record<string, string>>): Server {
  return Object.keys(values).length > 0 ? { [field]: { ...values } } : {};
}

export function transportOf(draft: Draft): Transport | undefined {
  return draft.base.transport ?? draft.transport;
}

/** The servers as they will be written, and the variables that must be set for them. */
export function writtenFor(draft: Draft): { servers: Record<string, Server>; variables: string[] } {
  const defined = Object.entries(definedBy(draft));
  if (draft.secrets !== 'reference') return { servers: Object.fromEntries(defined), variables: [] };
  const secrets = new Map<string, string>();
  const made = defined.map(([name, server]) => [name, withoutSecrets(name, server, secrets)] as const);
  return {
    servers: Object.fromEntries(made.map(([name, { server }]) => [name, server])),
    variables: [...new Set(made.flatMap(([, { variables }]) => variables))],
  };
}

/** The selected servers of a pasted text. */
export function wantedOf({ found = [], picked }: Draft): readonly PastedServer[] {
  return found.filter(({ name }) => picked?.includes(name) ?? true);
}
