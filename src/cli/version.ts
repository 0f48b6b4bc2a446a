/** Put in place of this name when the program is built. */
declare const PLUGBOARD_VERSION: string;

export const version: string = PLUGBOARD_VERSION;
