import type { Client } from '../clients/types.ts';
import type { DiscoveredEntry } from '../discovery/types.ts';
import { absolute, directoriesOf, lastingSearchPath, variable } from '../model/find-program.ts';
import type { Host } from '../model/host.ts';
import { commandReference, type Environment, expandText, hasVariable, splitReferences } from '../model/reference.ts';
import { inferTransport, type Server } from '../model/server.ts';
import type { DoctorContext, Subject } from './types.ts';

/** What a client would start, determined without starting it. */
export interface Launch {
  readonly subject: Subject;
  readonly server: Server;
  /** With references expanded. */
  readonly command: string;
  readonly args: readonly string[];
  /** Undefined when it depends on an unknown value. */
  readonly cwd: string | undefined;
  /** The search path of a terminal, or the PATH in the entry. */
  readonly directories: readonly string[];
  /** The entry sets its own PATH. */
  readonly ownPath: boolean;
}

const launches = new WeakMap<DoctorContext, readonly Launch[]>();

/** All stdio servers with a known command. Cached, because several checks use them. */
export function launchesOf(context: DoctorContext): readonly Launch[] {
  const known = launches.get(context) ?? findLaunches(context);
  launches.set(context, known);
  return known;
}

function findLaunches({ host, project, used }: DoctorContext): Launch[] {
  const inTerminal = lastingSearchPath(host);
  return used.flatMap((subject) => {
    const { server } = subject.entry;
    if (inferTransport(server) !== 'stdio' || typeof server.command !== 'string') return [];
    const command = resolved(server.command, subject.entry, host, project);
    if (!command) return [];
    const ownPath = variable('PATH', server.env ?? {}, host.platform);
    const path = typeof ownPath === 'string' ? resolved(ownPath, subject.entry, host, project) : undefined;
    return [
      {
        subject,
        server,
        command,
        args: Array.isArray(server.args) ? server.args.filter((arg) => typeof arg === 'string') : [],
        cwd: directoryOf(subject.entry, host, project),
        directories: path === undefined ? inTerminal : directoriesOf(path, host.platform),
        ownPath: path !== undefined,
      },
    ];
  });
}

function directoryOf(entry: DiscoveredEntry, host: Host, project: string): string | undefined {
  const { cwd } = entry.server;
  if (typeof cwd !== 'string' || entry.ignored.includes('cwd')) return project;
  const known = resolved(cwd, entry, host, project);
  return known === undefined ? undefined : absolute(known, project);
}

/** The text with references expanded; undefined when one is unknown or the output of a command. */
export function resolved(text: string, { client }: DiscoveredEntry, host: Host, project: string): string | undefined {
  if (commandReference(text) !== undefined) return undefined;
  // Most texts have no reference, and copying the environment takes far longer than the rest.
  const expanded = hasVariable(text) ? expandText(text, environmentOf(client, host, project)) : text;
  const isKnown = splitReferences(expanded).every((part) => typeof part === 'string') && !/\$?\{\w+:/.test(expanded);
  return isKnown ? expanded : undefined;
}

function environmentOf({ references }: Client, { env, home, platform }: Host, project: string): Environment {
  if (!references.syntax?.foreign) return env;
  return { ...env, workspaceFolder: project, userHome: home, pathSeparator: platform === 'win32' ? '\\' : '/' };
}
