import { PlugboardError } from '../model/diagnostics/error.ts';

/** The directory of config sets does not exist. A separate class, because callers often treat it as "no sets yet". */
export class MissingConfigDirectoryError extends PlugboardError<'config-directory-missing'> {
  readonly directoryPath: string;

  constructor(directoryPath: string, cause?: unknown) {
    super('config-directory-missing', { path: directoryPath }, cause);
    this.name = 'MissingConfigDirectoryError';
    this.directoryPath = directoryPath;
  }
}
