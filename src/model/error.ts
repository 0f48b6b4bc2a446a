import type { Diagnostic } from './diagnostic.ts';

interface Entry<D> {
  /** When it is raised, for the documentation. */
  readonly summary: string;
  readonly message: (data: D) => string;
}

function define<D>(summary: string, message: Entry<D>['message']): Entry<D> {
  return { summary, message };
}

/** Why an operation could not go on. The keys are stable. */
export const errorCatalog = {
  'document-malformed': define(
    'The text cannot be parsed, or defines a key twice, so it is not edited. `data.diagnostics` says where and why.',
    (data: { diagnostics: readonly Diagnostic[] }) =>
      `The document has ${data.diagnostics.length} error(s) and is left as it is.`,
  ),
  'path-missing': define(
    'The place to change is not in the document.',
    (data: { path: string }) => `There is no ${data.path}.`,
  ),
  'path-taken': define(
    'Something else already stands at the new place.',
    (data: { path: string }) => `There is already something at ${data.path}.`,
  ),
  'path-blocked': define(
    'A step of the path is a text, a number or a list where a map is needed.',
    (data: { path: string; at: string }) => `${data.path} cannot be set: ${data.at} is not a map.`,
  ),
  'value-inexpressible': define(
    'The format has no way to write this value at this place.',
    (data: { path: string; why: string }) => `${data.path} cannot be written: ${data.why}.`,
  ),
  'edit-unverified': define(
    'The edited text would not hold exactly what was asked for, so nothing is changed.',
    (data: { path: string }) =>
      `The edit of ${data.path} would not give the intended document, so nothing was changed.`,
  ),
} as const;

export type ErrorCode = keyof typeof errorCatalog;
export type ErrorData<C extends ErrorCode> = Parameters<(typeof errorCatalog)[C]['message']>[0];

/** The one error of an operation that cannot go on. Findings about input are diagnostics instead. */
export class PlugboardError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly data: ErrorData<C>;

  constructor(code: C, data: ErrorData<C>, cause?: unknown) {
    const entry = errorCatalog[code] as unknown as Entry<ErrorData<C>>;
    super(entry.message(data), cause === undefined ? undefined : { cause });
    this.name = 'PlugboardError';
    this.code = code;
    this.data = data;
  }
}
