import { computed, onScopeDispose, ref, type Ref, shallowRef, watch } from 'vue';
import type {
  RevealAnswer,
  RevealRequest,
  VariablesAnswer,
  VariablesRequest,
  VariableView,
} from '../../../../src/api/contract/values.ts';
import { post, problemOf } from '../../api/client.ts';
import type { DraftBase } from '../../composables/use-server-draft.ts';
import { useToasts } from '../../composables/use-toasts.ts';
import type { ServerDocument } from './document/server-document.ts';
import { variablesIn } from './document/variables-in.ts';
import type { FormContext } from './form-context.ts';

const SHOWN_FOR_MS = 30_000;
const TYPING_PAUSE_MS = 250;

/** Fetches what the fields show next to their values: which variables are set, and secrets on demand. */
export function makeFormContext(document: Ref<ServerDocument>, base: Ref<DraftBase>): FormContext {
  return { masks: computed(() => base.value.masks), variables: watchVariables(document), ...makeReveals(base) };
}

function watchVariables(document: Ref<ServerDocument>): Ref<ReadonlyMap<string, VariableView>> {
  const variables = shallowRef<ReadonlyMap<string, VariableView>>(new Map());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async (names: readonly string[]): Promise<void> => {
    try {
      const answer = await post<VariablesAnswer>('/variables', { names } satisfies VariablesRequest);
      variables.value = new Map([...variables.value, ...answer.map((view) => [view.name, view] as const)]);
    } catch {
      // The hints are optional: whether a variable is set is only informational.
    }
  };
  const names = computed(() =>
    [...variablesIn(document.value.server).keys()].filter((name) => !variables.value.has(name)).join('\n'),
  );
  watch(
    names,
    (text, before) => {
      clearTimeout(timer);
      if (text !== '') timer = setTimeout(() => void ask(text.split('\n')), before === undefined ? 0 : TYPING_PAUSE_MS);
    },
    { immediate: true },
  );
  onScopeDispose(() => clearTimeout(timer));
  return variables;
}

function makeReveals(base: Ref<DraftBase>): Pick<FormContext, 'revealed' | 'reveal' | 'hide'> {
  const revealed = ref<ReadonlyMap<string, string>>(new Map());
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  function hide(path: string): void {
    clearTimeout(timers.get(path));
    timers.delete(path);
    revealed.value = new Map([...revealed.value].filter(([known]) => known !== path));
  }

  async function reveal(path: string): Promise<void> {
    const { source } = base.value;
    if (source === undefined) return;
    const request: RevealRequest = { source, path };
    try {
      const { value } = await post<RevealAnswer>('/reveal', request);
      revealed.value = new Map([...revealed.value, [path, value]]);
    } catch (error) {
      return useToasts().toast({
        kind: 'bad',
        title: 'The value cannot be revealed',
        detail: problemOf(error).message,
      });
    }
    clearTimeout(timers.get(path));
    timers.set(
      path,
      setTimeout(() => hide(path), SHOWN_FOR_MS),
    );
  }

  onScopeDispose(() => {
    for (const timer of timers.values()) clearTimeout(timer);
  });
  return { revealed, reveal, hide };
}
