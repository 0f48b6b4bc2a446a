import type { Edit } from '../../formats/types.ts';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Loss } from '../../model/diagnostics/loss.ts';
import type { Origin } from '../../model/origin.ts';
import type { Server } from '../../model/server.ts';
import type { NewGrant } from '../vault/grants.ts';

/** A planned change of one file. Undefined means that the file does not exist. */
export interface FileChange {
  /** Absolute. */
  readonly path: string;
  /** The text the plan is based on; if the file differs by now, nothing is written. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The edits from `before` (or an empty text) to `after`, if known. */
  readonly edits?: readonly Edit[];
  /**
   * The change is to a symbolic link at the path itself: the texts are link targets, and the target file stays as it
   * is.
   */
  readonly link?: true;
}

/** A definition from a project that is written to a file outside that project. */
export interface ProjectCopy {
  /** Name at the source. */
  readonly name: string;
  /** Definition at the source. */
  readonly server: Server;
  readonly origin: Origin & { readonly project: string };
  /** Definition as it is read at the destination. */
  readonly written: Server;
  /** The client that starts it from there without asking; absent if Plugboard asks for approval first. */
  readonly startedBy?: string;
}

/** A definition with its name. */
export interface NamedServer {
  readonly name: string;
  readonly server: Server;
}

/** What of a plan came from someone else, such as an assistant or a registry. */
export interface Brought {
  /** Names and values. What contains them is shown unmasked before a person consents: it could run. */
  readonly texts: readonly string[];
  /** Everything that no file had before came from there, in whatever spelling it is written. */
  readonly isAll: boolean;
  /** Secrets that the user typed into it, which stay masked. */
  readonly own?: readonly string[];
}

/** A server of someone else that asks for secrets of the vault, which it gets only if a person says so. */
export interface WithheldSecrets {
  readonly server: string;
  readonly secrets: readonly string[];
  /** What would get them, and where: `GITHUB_TOKEN as env.TOKEN to npx -y acme`. */
  readonly what: string;
  /** What gives them. */
  readonly grants: readonly NewGrant[];
  /** Its warning in the plan. */
  readonly issue: Diagnostic;
}

/** Everything an operation would do. */
export interface Plan {
  /** Short description for the history. */
  readonly title: string;
  /** Code of the operation and its target, if a later operation looks for it in the history. */
  readonly action?: string;
  /** Names of the servers that it adds, changes, moves or removes. */
  readonly servers: readonly string[];
  readonly changes: readonly FileChange[];
  readonly losses: readonly (Loss & { readonly server: string })[];
  /** Servers that are not written because the client could not use them; the losses say why. */
  readonly unwritten: readonly { readonly server: string; readonly client: string }[];
  readonly diagnostics: readonly Diagnostic[];
  /** Directories created with a file of ours, to be removed with it if empty; outermost first. */
  readonly directories?: readonly string[];
  /** Definitions it copies out of projects. */
  readonly copies?: readonly ProjectCopy[];
  /** Set if it brings back what was there before: the servers that it enables. A denied one is not written. */
  readonly restored?: readonly NamedServer[];
  readonly brought?: Brought;
  /** Launchers that it writes for a person, which get their secrets with it. */
  readonly grants?: readonly NewGrant[];
  /** Secrets that its servers ask for and do not get with it. */
  readonly withheld?: readonly WithheldSecrets[];
  /** Definitions that it writes of someone else, in a text, a link or a file. */
  readonly outside?: readonly Server[];
  /** Encrypt the backups of the files: they contain secrets that the plan takes out of them. */
  readonly sealed?: true;
  /** What must succeed before any file is written, such as storing those secrets. Runs under the lock. */
  prepare?(): Promise<void>;
}
