import type { Argument, Option } from 'commander';
import type { Host } from '../../model/host.ts';
import { transports } from '../../model/server.ts';
import { packageKinds } from '../../registry/install/offers.ts';
import { vaultIds } from '../../secrets/vaults/vault.ts';
import type { Candidate, LeftToShell } from './candidate.ts';

/** A source of completions. */
export interface Source {
  readonly words?: readonly string[];
  find?(typed: string, host: Host, version: string): Promise<Candidate[]>;
  readonly left?: LeftToShell;
}

const servers: Source = {
  find: async (typed, host, version) => (await import('./server-candidates.ts')).serverCandidates(typed, host, version),
};
const clients: Source = {
  find: async (typed) => (await import('./client-candidates.ts')).clientCandidates(typed),
};
const targets: Source = {
  find: async (typed) => (await import('./client-candidates.ts')).targetCandidates(typed),
};
const scopes: Source = {
  find: async () => (await import('./client-candidates.ts')).scopeCandidates(),
};
const history: Source = {
  find: async (_, host) => (await import('./history-candidates.ts')).historyCandidates(host),
};
const sets: Source = {
  find: async (_, host) => (await import('./set-candidates.ts')).setCandidates(host),
};

/**
 * The source for an argument or option value, by its name or by the word in its brackets, so that an argument with an
 * established name is completed automatically. Names without a source are new values, such as `<new-name>`. A key with
 * a command in front is an exception: the name after `add` is new too.
 */
const sources: Readonly<Record<string, Source>> = {
  name: servers,
  'add name': {},
  names: servers,
  server: servers,
  servers,
  set: sets,
  sets,
  'create set': {},
  client: clients,
  clients: targets,
  'diff clients': clients,
  source: { ...targets, left: 'files' },
  scope: scopes,
  transport: { words: transports },
  id: history,
  token: {
    find: async (_, host) => (await import('./token-candidates.ts')).tokenCandidates(host),
  },
  secret: {
    find: async (_, host) => (await import('./secret-candidates.ts')).secretCandidates(host),
  },
  'set secret': {},
  'registry-name': {
    find: async (typed, host) => (await import('./registry-candidates.ts')).registryCandidates(typed, host),
  },
  kind: { words: [...packageKinds, 'streamable-http', 'sse'] },
  address: { left: 'files' },
  vault: { words: vaultIds },
  form: { words: ['auto', 'reference', 'launcher'] },
  oldBackups: { words: ['seal', 'purge', 'keep'] },
  file: { left: 'files' },
  directory: { left: 'directories' },
};

/** The source for an option or argument. Its own list of choices comes first. */
export function sourceOf(item: Option | Argument, command: string): Source {
  if (item.argChoices) return { words: item.argChoices };
  const names = 'flags' in item ? [item.attributeName(), wordInBrackets(item.flags)] : [item.name()];
  const keys = [...names.map((name) => `${command} ${name}`), ...names];
  const key = keys.find((one) => Object.hasOwn(sources, one));
  return key === undefined ? {} : (sources[key] ?? {});
}

/** The word in the brackets of `--to <clients>`. */
function wordInBrackets(flags: string): string {
  return /[<[](.*?)(?:\.\.\.)?[>\]]/.exec(flags)?.[1] ?? '';
}
