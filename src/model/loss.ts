/**
 * What a translation could not carry over as it was: written in another form (`mapped`), imitated by other means
 * (`emulated`), or left out (`dropped`).
 */
export interface Loss {
  readonly field: string;
  readonly client: string;
  readonly action: 'mapped' | 'emulated' | 'dropped';
  readonly why: string;
}
