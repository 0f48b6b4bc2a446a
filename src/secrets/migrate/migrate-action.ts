/** The code by which undo recognizes that a change moved secrets to a vault. */
export const MIGRATE = 'secrets-migrate';
