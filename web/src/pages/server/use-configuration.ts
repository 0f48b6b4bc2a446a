import { computed, type ComputedRef, type Ref, ref, shallowRef, watch } from 'vue';
import type { TargetRef } from '../../../../src/api/contract/common.ts';
import type { Operation } from '../../../../src/api/contract/plans.ts';
import type { EntryView, ServerDetail, ServersAnswer } from '../../../../src/api/contract/servers.ts';
import { isSameTarget, namesIn } from '../../components/server-form/target-choices.ts';
import { baseOf, type DraftBase, type ServerDraftState, useServerDraft } from '../../composables/use-server-draft.ts';

/** The edited definition, kept while other tabs are in front. */
export interface Configuration {
  readonly draft: Readonly<Ref<ServerDraftState | undefined>>;
  readonly entry: Readonly<Ref<EntryView | undefined>>;
  /** The file of the edited definition, and others with the same name to change along with it. */
  readonly targets: Ref<readonly TargetRef[]>;
  readonly isDirty: ComputedRef<boolean>;
  /** It was deleted on disk while being edited. */
  readonly isGone: Ref<boolean>;
  open(entry: EntryView): void;
  discard(): void;
  operation(): Operation | undefined;
}

export function useConfiguration(
  detail: Readonly<Ref<ServerDetail | undefined>>,
  known: Readonly<Ref<Pick<ServersAnswer, 'servers' | 'places'>>>,
  isMissing: Readonly<Ref<boolean>>,
): Configuration {
  const draft = shallowRef<ServerDraftState>();
  const entry = shallowRef<EntryView>();
  const targets = ref<readonly TargetRef[]>([]);
  const isGone = ref(false);

  function open(wanted: EntryView): void {
    const now = detail.value;
    const base = now && baseAt(now, wanted);
    if (!now || !base) return;
    entry.value = wanted;
    isGone.value = false;
    // Identical definitions stay identical unless the user deselects them.
    targets.value = now.differs ? [targetOf(wanted)] : writable(now).map(targetOf);
    draft.value = useServerDraft(base, () => ({ taken: takenNames(base.name), current: base.name }));
  }

  function takenNames(own: string): Set<string> {
    const names = namesIn(known.value, targets.value);
    names.delete(own);
    return names;
  }

  watch(
    detail,
    (now) => {
      if (!now) return;
      const state = draft.value;
      const edited = entry.value;
      const base = edited && baseAt(now, edited);
      isGone.value = state !== undefined && base === undefined && state.isDirty.value;
      if (isGone.value) return;
      if (state && base) return state.fileNowSays(base);
      const first = preferred(now);
      if (first) open(first);
    },
    { immediate: true },
  );

  watch(isMissing, (missing) => {
    isGone.value = missing && (draft.value?.isDirty.value ?? false);
  });

  return {
    draft,
    entry,
    targets,
    isGone,
    open,
    isDirty: computed(() => draft.value?.isDirty.value ?? false),
    discard() {
      const base = draft.value?.base.value;
      if (base) draft.value?.startFrom(base);
      if (isGone.value && detail.value) draft.value = undefined;
      isGone.value = false;
      const first = draft.value ? undefined : detail.value && preferred(detail.value);
      if (first) open(first);
    },
    operation() {
      const state = draft.value;
      if (!state || !entry.value) return undefined;
      const { source = '', name } = state.base.value;
      const server = state.document.value.server;
      if (isGone.value) {
        return { kind: 'add', servers: [{ name: state.name.value, server, source }], targets: targets.value };
      }
      const renamed = state.name.value === name ? {} : { renameTo: state.name.value };
      return { kind: 'update', name, ...renamed, server, source, targets: targets.value };
    },
  };
}

/** The writable ones: files of an administrator are never changed. */
export function writable(detail: ServerDetail): EntryView[] {
  return detail.entries.filter(({ scope }) => scope !== 'managed');
}

export function targetOf({ client, scope, variant }: EntryView): TargetRef {
  return { client, scope, ...(variant !== undefined && { variant }) };
}

function preferred(detail: ServerDetail): EntryView | undefined {
  const { chosen, entries } = detail;
  return entries.find((entry) => chosen && isSameTarget(entry, chosen)) ?? entries[0];
}

function baseAt(detail: ServerDetail, wanted: EntryView): DraftBase | undefined {
  const at = detail.entries.findIndex((entry) => isSameTarget(entry, wanted));
  const found = detail.drafts[at];
  return found && baseOf(found.name, found.server, { source: found.source, masks: found.masks });
}
