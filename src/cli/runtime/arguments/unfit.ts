/** What a person wrote is not what the argument takes. */
export class Unfit extends Error {}
