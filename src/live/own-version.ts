import { version } from '../model/version.ts';

/** How we introduce ourselves to servers. */
export const ownName = { name: 'plugboard', version };
