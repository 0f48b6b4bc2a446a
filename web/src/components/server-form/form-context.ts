import { inject, type InjectionKey, provide, type Ref } from 'vue';
import type { MaskView, VariableView } from '../../../../src/api/contract/values.ts';

/** Services for the fields of the form. */
export interface FormContext {
  /** Variables by name, as far as it is known whether they are set. */
  readonly variables: Readonly<Ref<ReadonlyMap<string, VariableView>>>;
  readonly masks: Readonly<Ref<Readonly<Record<string, MaskView>>>>;
  /** Revealed values by placeholder path; each is cleared after half a minute. */
  readonly revealed: Readonly<Ref<ReadonlyMap<string, string>>>;
  reveal(path: string): Promise<void>;
  hide(path: string): void;
}

const key: InjectionKey<FormContext> = Symbol('form context');

export function provideFormContext(context: FormContext): void {
  provide(key, context);
}

export function useFormContext(): FormContext {
  const context = inject(key);
  if (!context) throw new Error('A field must be inside a form.');
  return context;
}
