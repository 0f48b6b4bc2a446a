import { PlugboardError } from '../model/error.ts';

/** The directory of the config sets is not there. A class of its own: often that only means that there are no sets yet. */
export class MissingConfigDirectoryError extends PlugboardError<'config-directory-missing'> {
  readonly directoryPath: string;

  constructor(directoryPath: string, cause?: unknown) {
    super('config-directory-missing', { path: directoryPath }, cause);
    this.name = 'MissingConfigDirectoryError';
    this.directoryPath = directoryPath;
  }
}
