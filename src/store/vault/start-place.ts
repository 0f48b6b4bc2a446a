import type { Host } from '../../model/host.ts';

/** Where something starts: its environment, its working directory and the machine. */
export interface StartPlace extends Pick<Host, 'env' | 'home' | 'platform' | 'cwd'> {
  /** The directory of the project, if that is not the working directory. */
  readonly project?: string;
}
