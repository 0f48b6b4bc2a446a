import { ref, watch, type Ref } from 'vue';

/** Becomes true when the value is first truthy and stays so, to load a component on first use. */
export function useLoadedOnce(value: Readonly<Ref<unknown>>): Readonly<Ref<boolean>> {
  const wasWanted = ref(Boolean(value.value));
  watch(value, (now) => (wasWanted.value ||= Boolean(now)));
  return wasWanted;
}
