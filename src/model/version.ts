/** Put in place of this name when the library or the program is built. */
declare const PLUGBOARD_VERSION: string | undefined;

/** Of Plugboard itself. */
export const version = typeof PLUGBOARD_VERSION === 'string' ? PLUGBOARD_VERSION : '0.0.0';
