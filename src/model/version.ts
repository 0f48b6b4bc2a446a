/** Replaced by the build of the library or the program. */
declare const PLUGBOARD_VERSION: string | undefined;

/** The version of Plugboard. */
export const version = typeof PLUGBOARD_VERSION === 'string' ? PLUGBOARD_VERSION : '0.0.0';
