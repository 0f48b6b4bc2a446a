import { version } from '../model/version.ts';

/** The client info sent to servers. */
export const ownName = { name: 'plugboard', version };
