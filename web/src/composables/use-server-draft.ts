import { computed, type ComputedRef, type Ref, ref, shallowRef } from 'vue';
import type { MaskView } from '../../../src/api/contract/values.ts';
import { type ValueMap } from '../../../src/model/value.ts';
import { checkDraft, type FieldProblem, type NameRule } from '../components/server-form/document/check-draft.ts';
import { conflictFields, onTopOf, type SideBySide } from '../components/server-form/document/conflict-fields.ts';
import { jsonOf, readJson } from '../components/server-form/document/json-text.ts';
import {
  documentOf,
  sameDocument,
  type ServerDocument,
  transportOf,
} from '../components/server-form/document/server-document.ts';

/** The starting point of the form: a definition in a file, pasted text, or nothing. */
export interface DraftBase {
  readonly name: string;
  readonly document: ServerDocument;
  readonly source?: string;
  readonly masks: Readonly<Record<string, MaskView>>;
}

export interface ServerDraftState {
  readonly name: Ref<string>;
  readonly document: Ref<ServerDocument>;
  readonly base: Ref<DraftBase>;
  readonly jsonText: Ref<string>;
  readonly jsonProblem: ComputedRef<string | undefined>;
  /** Problems reported by the key-value editors. */
  readonly pairProblems: Ref<Readonly<Record<'env' | 'headers', string | undefined>>>;
  readonly isDirty: ComputedRef<boolean>;
  readonly problems: ComputedRef<readonly FieldProblem[]>;
  /** The definition as changed on disk since; undefined if unchanged. */
  readonly theirs: Ref<DraftBase | undefined>;
  readonly conflict: ComputedRef<readonly SideBySide[] | undefined>;
  change(document: ServerDocument): void;
  typeJson(text: string): void;
  /** Restarts from there and discards all input. */
  startFrom(base: DraftBase): void;
  /** The file changed: adopted at once if the draft is unchanged, else kept as a conflict. */
  fileNowSays(now: DraftBase): void;
  /** The draft was saved: the file's version becomes the new base. */
  settle(): void;
  keepMine(): void;
  takeTheirs(): void;
}

/** The single draft behind the form and the JSON view. */
export function useServerDraft(start: DraftBase, rule: () => NameRule): ServerDraftState {
  const base = shallowRef(start);
  const name = ref(start.name);
  const document = shallowRef(start.document);
  const jsonText = ref(jsonOf(start.document.server));
  const pairProblems = ref<Record<'env' | 'headers', string | undefined>>({ env: undefined, headers: undefined });
  const theirs = shallowRef<DraftBase>();

  const jsonProblem = computed(() => {
    const read = readJson(jsonText.value);
    return 'problem' in read ? read.problem : undefined;
  });
  const isDirty = computed(
    () =>
      name.value !== base.value.name ||
      jsonProblem.value !== undefined ||
      !sameDocument(document.value, base.value.document),
  );
  const problems = computed(() => {
    const found = checkDraft(name.value, document.value, base.value.document, rule());
    if (jsonProblem.value !== undefined) found.push({ field: 'others', message: jsonProblem.value });
    const pairs = transportOf(document.value) === 'stdio' ? 'env' : 'headers';
    const message = pairProblems.value[pairs];
    return message === undefined ? found : [...found, { field: pairs, message } as const];
  });
  const conflict = computed(() => {
    const now = theirs.value;
    if (!now) return undefined;
    const masks = { ...base.value.masks, ...now.masks };
    return conflictFields(base.value.document.server, document.value.server, now.document.server, masks);
  });

  function show(next: ServerDocument): void {
    document.value = next;
    jsonText.value = jsonOf(next.server);
  }

  function startFrom(next: DraftBase): void {
    base.value = next;
    name.value = next.name;
    theirs.value = undefined;
    show(next.document);
  }

  return {
    name,
    document,
    base,
    jsonText,
    jsonProblem,
    pairProblems,
    isDirty,
    problems,
    theirs,
    conflict,
    startFrom,
    change: show,
    typeJson(text) {
      jsonText.value = text;
      const read = readJson(text);
      if ('server' in read) document.value = { server: read.server, hidden: document.value.hidden };
    },
    fileNowSays(now) {
      if (sameDocument(now.document, base.value.document)) {
        theirs.value = undefined;
        // After a restart of the program, the values behind the placeholders are found under another ID.
        base.value = { ...base.value, masks: now.masks, ...(now.source !== undefined && { source: now.source }) };
      } else if (!isDirty.value) startFrom(now);
      else theirs.value = now;
    },
    settle() {
      if (theirs.value) return startFrom(theirs.value);
      base.value = { ...base.value, name: name.value, document: document.value };
    },
    keepMine() {
      const now = theirs.value;
      if (!now) return;
      const mine = onTopOf(base.value.document.server, document.value.server, now.document.server);
      base.value = { ...now, name: base.value.name };
      theirs.value = undefined;
      show({ server: mine, hidden: document.value.hidden });
    },
    takeTheirs() {
      if (theirs.value) startFrom(theirs.value);
    },
  };
}

/** The base for a draft of the server. */
export function baseOf(
  name: string,
  server: ValueMap,
  more: { readonly source?: string; readonly masks?: Readonly<Record<string, MaskView>> } = {},
): DraftBase {
  const source = more.source === undefined ? {} : { source: more.source };
  return { name, document: documentOf(server), masks: more.masks ?? {}, ...source };
}
