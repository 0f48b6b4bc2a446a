import type { Client } from '../clients/types.ts';
import type { Scope } from '../model/scope.ts';

/** Whether the client expands references in this field of a file of this scope. */
export function expandsIn({ references, verbatim }: Client, field: string, scope: Scope): boolean {
  if (verbatim) return true;
  const { syntax, fields, fieldsIn, scopes } = references;
  if (!syntax || scopes?.includes(scope) === false) return false;
  return (fieldsIn?.[scope] ?? fields)?.includes(field) ?? true;
}
