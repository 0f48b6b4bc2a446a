/** Put in place of this name when the library or the program is built. */
declare const PLUGBOARD_VERSION: string | undefined;

/** How we introduce ourselves to servers. */
export const ownName = {
  name: 'plugboard',
  version: typeof PLUGBOARD_VERSION === 'string' ? PLUGBOARD_VERSION : '0.0.0',
};
