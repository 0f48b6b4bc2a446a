import { shallowReactive, shallowRef, type ShallowRef } from 'vue';
import type { ApiProblem } from '../../../../src/api/contract/common.ts';
import type { PromptView, ResourcesAnswer } from '../../../../src/api/contract/tools.ts';
import { nameInPath } from '../../../../src/model/server-name.ts';
import { get, problemOf } from '../../api/client.ts';
import type { Others } from './tool-tree.ts';

export interface OtherThings {
  readonly others: ReadonlyMap<string, Others>;
  readonly problem: Readonly<ShallowRef<ApiProblem | undefined>>;
  readonly isAsking: Readonly<ShallowRef<boolean>>;
  /** Starts or contacts the server. */
  readonly ask: (server: string, kind: 'resources' | 'prompts') => Promise<void>;
}

/** Resources and prompts of servers, loaded on demand. */
export function useOthers(): OtherThings {
  const others = shallowReactive(new Map<string, Others>());
  const problem = shallowRef<ApiProblem>();
  const isAsking = shallowRef(false);
  return {
    others,
    problem,
    isAsking,
    async ask(server, kind) {
      problem.value = undefined;
      isAsking.value = true;
      try {
        const path = `/servers/${nameInPath(server)}/${kind}`;
        const found =
          kind === 'resources'
            ? { resources: await get<ResourcesAnswer>(path) }
            : { prompts: await get<readonly PromptView[]>(path) };
        others.set(server, { ...others.get(server), ...found });
      } catch (error) {
        problem.value = problemOf(error);
      }
      isAsking.value = false;
    },
  };
}
