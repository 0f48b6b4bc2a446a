import { inject, type InjectionKey, provide, type Ref } from 'vue';
import type { MaskView, VariableView } from '../../../../src/api/contract/values.ts';

/** What every field of the form may ask for. */
export interface FormContext {
  /** By name, as far as Plugboard has said whether they are set. */
  readonly variables: Readonly<Ref<ReadonlyMap<string, VariableView>>>;
  readonly masks: Readonly<Ref<Readonly<Record<string, MaskView>>>>;
  /** Values that somebody asked to see, by the path of their mark; each is forgotten after half a minute. */
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
  if (!context) throw new Error('There is no form around this field.');
  return context;
}
