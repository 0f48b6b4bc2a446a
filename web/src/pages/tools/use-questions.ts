import { computed, type ComputedRef, ref, shallowRef } from 'vue';
import type { ApiProblem } from '../../../../src/api/contract/common.ts';
import type { QuestionAnswer, QuestionView } from '../../../../src/api/contract/tools.ts';
import { post, problemOf } from '../../api/client.ts';
import { useEvents } from '../../composables/use-events.ts';
import { useResource } from '../../composables/use-resource.ts';

export interface OpenQuestions {
  readonly questions: ComputedRef<readonly QuestionView[]>;
  readonly answer: (id: string, answer: QuestionAnswer) => Promise<ApiProblem | undefined>;
}

/** The pending questions of servers. */
export function useQuestions(): OpenQuestions {
  const { data } = useResource<readonly QuestionView[]>('/questions');
  const heard = shallowRef<ReadonlyMap<string, QuestionView>>(new Map());
  const isOver = ref(new Set<string>());
  useEvents(['question'], ({ question }) => {
    heard.value = new Map([...heard.value, [question.id, question]]);
    if (question.isOver) isOver.value.add(question.id);
  });
  const questions = computed(() => {
    const all = new Map([...(data.value ?? []).map((one) => [one.id, one] as const), ...heard.value]);
    return [...all.values()].filter(({ id }) => !isOver.value.has(id));
  });
  return {
    questions,
    async answer(id, given) {
      try {
        await post(`/questions/${id}`, given);
        isOver.value.add(id);
        return undefined;
      } catch (error) {
        return problemOf(error);
      }
    },
  };
}
