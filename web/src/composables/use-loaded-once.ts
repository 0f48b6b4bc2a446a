import { ref, watch, type Ref } from 'vue';

/** Turns true when the value is first wanted and stays so: what is shown then is only loaded when it is needed. */
export function useLoadedOnce(value: Readonly<Ref<unknown>>): Readonly<Ref<boolean>> {
  const wasWanted = ref(Boolean(value.value));
  watch(value, (now) => (wasWanted.value ||= Boolean(now)));
  return wasWanted;
}
