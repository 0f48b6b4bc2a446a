import type { Edit } from '../../formats/types.ts';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Loss } from '../../model/diagnostics/loss.ts';
import type { Origin } from '../../model/origin.ts';
import type { Server } from '../../model/server.ts';

/** What one file is to become. Undefined stands for a file that is not there. */
export interface FileChange {
  /** Absolute. */
  readonly path: string;
  /** The text the plan was made from; when the file has another one by now, nothing is written. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** How the one text becomes the other, where that is known; made for `before`, or an empty text. */
  readonly edits?: readonly Edit[];
  /** The change is to a symbolic link at the path itself: the texts are where it leads, and that file stays as it is. */
  readonly link?: true;
}

/** A definition that came with a project and is written into a file that is none of that project. */
export interface ProjectCopy {
  /** As it is called where it comes from. */
  readonly name: string;
  /** As it stands where it comes from. */
  readonly server: Server;
  readonly origin: Origin & { readonly project: string };
  /** As it is read where it is written. */
  readonly written: Server;
  /** The client that starts it from there without asking; absent where Plugboard asks for approval first. */
  readonly startedBy?: string;
}

/** Everything an operation would do, before anything is done. */
export interface Plan {
  /** What it does, in a few words for the history. */
  readonly title: string;
  /** Names of the servers that it adds, changes, moves or removes. */
  readonly servers: readonly string[];
  readonly changes: readonly FileChange[];
  readonly losses: readonly (Loss & { readonly server: string })[];
  /** Servers that were wanted in a client and are not written, because it could not use them; the losses say why. */
  readonly unwritten: readonly { readonly server: string; readonly client: string }[];
  readonly diagnostics: readonly Diagnostic[];
  /** Directories that came with a file of ours and go with it when they are empty then, the outermost first. */
  readonly directories?: readonly string[];
  /** What it copies out of projects. */
  readonly copies?: readonly ProjectCopy[];
}
