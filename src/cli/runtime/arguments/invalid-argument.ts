/** A value does not match the argument's schema. */
export class InvalidArgument extends Error {}
