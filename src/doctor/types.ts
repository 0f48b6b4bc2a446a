import type { DiscoveredClient, DiscoveredEntry } from '../discovery/types.ts';
import type { Diagnostic } from '../model/diagnostics/diagnostic.ts';
import type { Host } from '../model/host.ts';
import type { Plan } from '../store/write/plan.ts';

/** A fix that edits files: it can be previewed, applied and undone. */
export interface PlannedFix {
  readonly title: string;
  /**
   * Reads the files again, so it fits their current state. `on` may be a host on which other fixes are already applied.
   */
  plan(on?: Host): Promise<Plan>;
}

/** A fix outside of plans, such as file permissions. */
export interface DirectFix {
  readonly title: string;
  run(): Promise<void>;
}

export type Fix = PlannedFix | DirectFix;

export type Issue = Diagnostic & {
  /** Name of the server. */
  readonly server?: string;
  /** Id of the client. */
  readonly client?: string;
  /** Evidence, one line each. Secrets are masked. */
  readonly evidence: readonly string[];
  /** Identifies a secret value without revealing it. */
  readonly fingerprint?: string;
  /** Automatic fix; manual steps are in the diagnostic's text. */
  readonly fix?: Fix;
};

export interface Examination {
  /** Errors first, then by location. */
  readonly issues: readonly Issue[];
  /** Number of files with servers that were read. */
  readonly files: number;
  /** Number of entries in them. */
  readonly servers: number;
}

/** A server definition and its entries: several if the client merges them. */
export interface Subject {
  readonly entry: DiscoveredEntry;
  readonly parts: readonly DiscoveredEntry[];
}

/** Result of reading the config sets. */
export interface ReadSets {
  /** Number of sets, valid or not. */
  readonly files: number;
  /** Why some of them, or all, cannot be used. */
  readonly issues: readonly Issue[];
}

/** Input of the checks. */
export interface DoctorContext {
  readonly host: Host;
  readonly project: string;
  readonly clients: readonly DiscoveredClient[];
  /** Every entry in a file that its client reads. */
  readonly entries: readonly Subject[];
  /** Diagnostics of the directory of config sets. */
  readonly sets: ReadSets;
  /** The active and enabled servers of the clients. */
  readonly used: readonly Subject[];
}

/** Checks for one kind of issue. Starts, contacts and writes nothing. */
export type Check = (context: DoctorContext) => readonly Issue[] | Promise<readonly Issue[]>;
