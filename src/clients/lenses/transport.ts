import { because } from '../../model/diagnostics/loss.ts';
import { inferTransport, type Transport } from '../../model/server.ts';
import { getOwn, setOwn, type ValueMap } from '../../model/value.ts';
import type { EntryWriter, Lens } from '../types.ts';

interface TypeOptions {
  readonly key?: string;
  /** Other keys and values that are read as the type but never written. */
  readonly alsoKeys?: readonly string[];
  readonly alsoRead?: Readonly<Record<string, Transport>>;
  /** What a URL without a type means to this client; default: http. */
  readonly bareUrl?: Transport;
  readonly required?: Lens['required'];
}

/** The key with the transport, and the client's name for each. A transport without a name is not written. */
export function typed(words: Partial<Record<Transport, string>>, options: TypeOptions = {}): Lens {
  const key = options.key ?? 'type';
  const meanings = new Map<string, Transport>(Object.entries(options.alsoRead ?? {}));
  for (const [transport, word] of Object.entries(words).toReversed()) meanings.set(word, transport as Transport);
  const open = words.http === words.sse ? words.http : undefined;
  return {
    fields: ['transport'],
    keys: [key, ...(options.alsoKeys ?? [])],
    words: [...new Set(Object.keys(words).length > 0 ? Object.values(words) : meanings.keys())],
    ...(options.required ? { required: options.required } : {}),
    read(entry, server) {
      const named = [key, ...(options.alsoKeys ?? [])].find((name) => entry.has(name));
      const value = named === undefined ? undefined : entry.take(named);
      if (value !== undefined && value === open) entry.markTransportAmbiguous();
      if (value !== undefined) setOwn(server as ValueMap, 'transport', meanings.get(value as string) ?? value);
      else if (options.bareUrl && entry.has('url')) server.transport = options.bareUrl;
    },
    write(_server, entry) {
      const word = words[entry.transport];
      if (word === undefined) return;
      entry.put(key, word);
      if (meanings.get(word) !== entry.transport) reportTransportLoss(entry);
    },
  };
}

/** A key with an address, which makes the transport http even if the type is sse. Must follow the lens of the type. */
export function httpKey(key: string): Lens {
  return {
    fields: [],
    keys: [],
    read(entry, server) {
      if (entry.peek(key) && server.transport === 'sse') server.transport = 'http';
    },
    write() {},
  };
}

/** A client without a transport key: `command` means stdio, `url` means remote. */
export function untyped(): Lens {
  return {
    fields: ['transport'],
    keys: [],
    read() {},
    write(_server, entry) {
      if (entry.transport === 'sse') reportTransportLoss(entry);
    },
  };
}

function reportTransportLoss(entry: Pick<EntryWriter, 'reportLoss'>): void {
  entry.reportLoss('transport', 'mapped', because('transport-detected'));
}

/** A URL whose key determines the transport. */
export function urlKeys(keys: { readonly http: string; readonly sse: string }): Lens {
  return {
    fields: ['url', 'transport'],
    keys: [...new Set([keys.http, keys.sse])],
    read(entry, server) {
      const http = keys.http === keys.sse ? undefined : entry.take(keys.http);
      const sse = http === undefined ? entry.take(keys.sse) : undefined;
      if (http === undefined && sse === undefined) return;
      setOwn(server as ValueMap, 'url', entry.canonical((http ?? sse) as string));
      if (server.transport === undefined) server.transport = http === undefined ? 'sse' : 'http';
    },
    write(server, entry) {
      if (server.url === undefined || entry.transport === 'stdio') return;
      entry.put(entry.transport === 'sse' ? keys.sse : keys.http, entry.native(server.url, 'url'));
    },
  };
}

export function commandLine(key = 'command'): Lens {
  return {
    fields: ['command', 'args'],
    keys: [key],
    place: ([field, index]) => (field === 'args' && typeof index === 'number' ? [key, index + 1] : [key]),
    read(entry, server) {
      const value = entry.take(key);
      if (!Array.isArray(value)) {
        if (value !== undefined) setOwn(server as ValueMap, 'command', entry.canonical(value));
        return;
      }
      const [command, ...args] = entry.canonical(value) as string[];
      if (command !== undefined) server.command = command;
      if (args.length > 0) server.args = args;
    },
    write(server, entry) {
      if (server.command === undefined) return;
      const command = entry.native(server.command, 'command');
      const args = entry.native(server.args ?? [], 'args');
      if (command !== undefined) entry.put(key, [command, ...(args as string[])]);
    },
  };
}

/** The transport of a canonical server. */
export function transportOf(server: ValueMap): Transport {
  return inferTransport({
    transport: getOwn(server, 'transport'),
    command: getOwn(server, 'command'),
    url: getOwn(server, 'url'),
  });
}
