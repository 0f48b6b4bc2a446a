import { computed, type ComputedRef, type Ref, ref, shallowRef, watch } from 'vue';
import type {
  DoctorAnswer,
  DoctorIssue,
  DoctorGroup,
  DoctorIssuesAnswer,
} from '../../../../../src/api/contract/doctor.ts';
import { get } from '../../../api/client.ts';
import { type Resource, useResource } from '../../../composables/use-resource.ts';

export interface Doctor {
  readonly resource: Resource<DoctorAnswer>;
  /** The search text. */
  readonly text: Ref<string>;
  /** Groups that the user expanded or collapsed, contrary to the default. */
  readonly toggled: Readonly<Ref<ReadonlySet<string>>>;
  readonly fetched: Readonly<Ref<ReadonlyMap<string, readonly DoctorIssue[]>>>;
  readonly groups: ComputedRef<readonly DoctorGroup[]>;
  readonly toggle: (group: DoctorGroup) => void;
  /** All issues that contain the text, in full. */
  readonly all: () => Promise<DoctorIssuesAnswer>;
}

/** The pause in typing before a request is sent. */
const TYPING_MS = 60;

/** The issue groups, and the issues of a group once it is expanded. */
export function useDoctor(): Doctor {
  const text = ref('');
  const wanted = ref('');
  const toggled = ref<ReadonlySet<string>>(new Set());
  const fetched = shallowRef<ReadonlyMap<string, readonly DoctorIssue[]>>(new Map());
  const shown = shallowRef<DoctorAnswer>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const query = (more: Record<string, string> = {}): string => {
    const words = wanted.value.trim();
    const params = new URLSearchParams({ ...(words !== '' && { text: words }), ...more }).toString();
    return params === '' ? '' : `?${params}`;
  };
  const resource = useResource<DoctorAnswer>(() => `/doctor${query()}`, ['config.changed']);
  const groups = computed(() => shown.value?.groups ?? []);

  watch(text, (now) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      wanted.value = now;
      toggled.value = new Set();
    }, TYPING_MS);
  });
  // The previous issues stay until the response arrives, so that the list does not flicker while typing.
  watch(resource.data, (now) => {
    if (!now) return;
    shown.value = now;
    const open = now.groups.filter(({ key, issues }) => !issues && toggled.value.has(key));
    fetched.value = new Map([...fetched.value].filter(([key]) => open.some((group) => group.key === key)));
    for (const { key } of open) void fetchGroup(key);
  });

  async function fetchGroup(key: string): Promise<void> {
    const path = `/doctor/issues${query({ group: key })}`;
    const issues = await get<DoctorIssuesAnswer>(path).catch((): DoctorIssuesAnswer => []);
    fetched.value = new Map([...fetched.value, [key, issues]]);
  }

  function toggle({ key, issues }: DoctorGroup): void {
    const next = new Set(toggled.value);
    if (!next.delete(key)) next.add(key);
    toggled.value = next;
    if (!issues && next.has(key)) void fetchGroup(key);
  }

  return {
    resource: { ...resource, data: shown, isLoading: computed(() => resource.isLoading.value && !shown.value) },
    text,
    toggled,
    fetched,
    groups,
    toggle,
    all: async () => get<DoctorIssuesAnswer>(`/doctor/issues${query()}`),
  };
}
