import { inject, type ComputedRef, type InjectionKey } from 'vue';

/** State shared by all fields of one form. */
export interface FormContext {
  /** Errors by path. Empty until the first attempt to send. */
  readonly issues: ComputedRef<ReadonlyMap<string, readonly string[]>>;
  /** Reports that a field contains an unparsable value, or no longer does. */
  readonly report: (at: string, problem: string | undefined) => void;
}

export const formContext: InjectionKey<FormContext> = Symbol('schema form');

export function useFormContext(): FormContext {
  const context = inject(formContext);
  if (!context) throw new Error('A schema field must be inside a form.');
  return context;
}
