import type { DiscoveredClient, DiscoveredEntry } from '../discovery/types.ts';
import type { Diagnostic } from '../model/diagnostics/diagnostic.ts';
import type { Host } from '../model/host.ts';
import type { Plan } from '../store/write/plan.ts';

/** A repair that is a change of texts: it can be shown, applied and undone. */
export interface PlannedFix {
  readonly title: string;
  /** Reads the files anew, so it holds what they are by then. `on` may be a machine on which other fixes are done. */
  plan(on?: Host): Promise<Plan>;
}

/** A repair that no plan can hold, such as the permissions of a file. */
export interface DirectFix {
  readonly title: string;
  run(): Promise<void>;
}

export type Fix = PlannedFix | DirectFix;

export type Finding = Diagnostic & {
  /** The name of the server it is about. */
  readonly server?: string;
  /** The id of the client it is about. */
  readonly client?: string;
  /** What was seen, one line each. Secrets are masked. */
  readonly evidence: readonly string[];
  /** How Plugboard can repair it; what a person can do is in the words of the finding. */
  readonly fix?: Fix;
};

export interface Examination {
  /** Errors first, then by place. */
  readonly findings: readonly Finding[];
  /** How many files with servers were read. */
  readonly files: number;
  /** How many entries stand in them. */
  readonly servers: number;
}

/** One definition of a server, and the entries in files that it is made of: several where the client merges them. */
export interface Subject {
  readonly entry: DiscoveredEntry;
  readonly parts: readonly DiscoveredEntry[];
}

/** The config sets. */
export interface ReadSets {
  /** How many there are, valid or not. */
  readonly files: number;
  /** Why some of them, or all, cannot be used. */
  readonly findings: readonly Finding[];
}

/** What the checks look at. */
export interface Patient {
  readonly host: Host;
  readonly project: string;
  readonly clients: readonly DiscoveredClient[];
  /** Every entry in a file that its client reads. */
  readonly entries: readonly Subject[];
  /** What was found in the directory of config sets. */
  readonly sets: ReadSets;
  /** What the clients start or reach: in force and switched on. */
  readonly used: readonly Subject[];
}

/** Looks for one kind of trouble. Starts nothing, contacts nothing, writes nothing. */
export type Check = (patient: Patient) => readonly Finding[] | Promise<readonly Finding[]>;
