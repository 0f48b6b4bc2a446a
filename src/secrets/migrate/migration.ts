import type { ClientId } from '../../clients/registry.ts';
import type { Form, FormRequest } from '../../manage/vaulted/choose-form.ts';
import type { Host } from '../../model/host.ts';
import type { Plan } from '../../store/write/plan.ts';
import type { SubjectOptions } from '../find/subjects.ts';
import type { OldBackups } from './old-backups.ts';

export interface MigrationRequest extends FormRequest {
  /** Names of servers or secrets to move; empty for all. */
  readonly names: readonly string[];
  readonly clients?: readonly ClientId[];
  /** Also the files of the other projects that are known. */
  readonly everywhere?: boolean;
  /** Where in the vault, for vaults with a choice. */
  readonly at?: string | undefined;
  /** Receives why some files could not be read. Their secrets stay. */
  readonly onUnread?: NonNullable<SubjectOptions['onUnread']>;
  /** Where values are stored, if the plan is made on files that are not written yet. */
  readonly keptOn?: Host;
  /** What happens to older backups that contain a moved value. */
  readonly oldBackups: OldBackups;
}

export interface MigratedEntry {
  readonly server: string;
  readonly client: string;
  readonly scope: string;
  readonly file: string;
  /** The directory of another project than the current one, if it is there. */
  readonly elsewhere?: string;
  readonly form: Form;
  /** Names of the secrets that it has now from the vault. */
  readonly secrets: readonly string[];
}

/** A secret that stays in its file, and why. */
export interface LeftSecret {
  readonly server: string;
  readonly client: string;
  readonly file: string;
  /** As in `MigratedEntry`. */
  readonly elsewhere?: string;
  readonly field: string;
  /** The line, if the value is outside of the servers. */
  readonly line?: number;
  readonly why: LeftReason;
}

export type LeftReason =
  /** The client expands nothing in this field, and the launcher cannot replace it. */
  | 'not-expanded'
  /** The client puts a value into the command line that only it knows, so the launcher could not recognize the line. */
  | 'client-variables'
  /** Where the value ends in its text is not certain, so that a part of it could be taken. */
  | 'no-end'
  /** The value is also in a comment or a setting that is not part of a server. */
  | 'elsewhere'
  /** The file is managed, read-only, or belongs to another client's rules, or its project was deleted. */
  | 'out-of-reach'
  /** A policy of the project refuses the server as it would be, or is invalid. */
  | 'policy'
  /** The entry or its file has errors. */
  | 'invalid';

export interface Migration {
  readonly plan: Plan;
  readonly entries: readonly MigratedEntry[];
  readonly left: readonly LeftSecret[];
  /** Names of the secrets that the vault gets. */
  readonly stored: readonly string[];
  /** The values that leave the files. Never print them. */
  readonly values: readonly string[];
}
