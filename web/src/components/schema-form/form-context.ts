import { inject, type ComputedRef, type InjectionKey } from 'vue';

/** What all fields of one form share. */
export interface FormContext {
  /** What is wrong, by place. Empty as long as nobody has tried to send. */
  readonly issues: ComputedRef<ReadonlyMap<string, readonly string[]>>;
  /** A field holds something that is no value at all, or does so no longer. */
  readonly report: (at: string, problem: string | undefined) => void;
}

export const formContext: InjectionKey<FormContext> = Symbol('schema form');

export function useFormContext(): FormContext {
  const context = inject(formContext);
  if (!context) throw new Error('A field of a schema stands outside of a form.');
  return context;
}
