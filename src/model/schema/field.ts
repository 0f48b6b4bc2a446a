/** One field of a form that is built from a JSON schema. */
export type Field =
  | (FieldBase & { readonly kind: 'text'; readonly format?: string; readonly isLong: boolean })
  | (FieldBase & { readonly kind: 'number'; readonly isWhole: boolean; readonly min?: number; readonly max?: number })
  | (FieldBase & { readonly kind: 'yes-no' })
  | (FieldBase & { readonly kind: 'choice'; readonly choices: readonly Choice[] })
  /** Any of the choices, each at most once. */
  | (FieldBase & { readonly kind: 'many'; readonly choices: readonly Choice[] })
  | (FieldBase & { readonly kind: 'fixed'; readonly value: unknown })
  | (FieldBase & { readonly kind: 'list'; readonly item: Field; readonly least: number; readonly most: number })
  | (FieldBase & { readonly kind: 'group'; readonly members: readonly Member[] })
  | (FieldBase & { readonly kind: 'variants'; readonly variants: readonly Variant[] })
  /** A plain JSON editor, if the schema is too complex or too deep for a form. */
  | (FieldBase & { readonly kind: 'json'; readonly why: string });

export interface FieldBase {
  readonly title?: string;
  readonly description?: string;
  /** Whether `null` is allowed besides other values. */
  readonly nullable: boolean;
  readonly default?: unknown;
  /** The resolved schema that values are validated against. */
  readonly schema: unknown;
}

export interface Choice {
  readonly value: unknown;
  readonly label: string;
}

export interface Member {
  readonly key: string;
  readonly required: boolean;
  readonly field: Field;
}

export interface Variant {
  readonly label: string;
  readonly field: Field;
}
