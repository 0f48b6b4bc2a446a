import { sameValue, type Value, type ValueMap } from '../../../../../src/model/value.ts';
import { withMasks } from './placeholders.ts';

/** A field that differs between the form and the file. */
export interface SideBySide {
  readonly field: string;
  /** Masked text; absent if that side does not have the field. */
  readonly mine?: string;
  readonly theirs?: string;
  /** Who changed it since the form was opened. */
  readonly changedBy: 'me' | 'others' | 'both';
}

type Masks = Readonly<Record<string, { readonly masked: string }>>;

/** The fields in which the draft and the current file differ. */
export function conflictFields(base: ValueMap, mine: ValueMap, theirs: ValueMap, masks: Masks): SideBySide[] {
  const fields = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  return [...fields].flatMap((field) => {
    const sides = [base, mine, theirs].map((side) => (Object.hasOwn(side, field) ? side[field] : undefined));
    const [before, my, their] = sides;
    if (sameValue(my, their)) return [];
    const changedBy = sameValue(before, their) ? 'me' : sameValue(before, my) ? 'others' : 'both';
    return [{ field, ...side('mine', my, masks), ...side('theirs', their, masks), changedBy }];
  });
}

function side(name: 'mine' | 'theirs', value: Value | undefined, masks: Masks): { mine?: string; theirs?: string } {
  if (value === undefined) return {};
  return { [name]: withMasks(typeof value === 'string' ? value : JSON.stringify(value), masks) };
}

/** Applies the user's changes to the current content of the file. */
export function onTopOf(base: ValueMap, mine: ValueMap, theirs: ValueMap): ValueMap {
  const result: ValueMap = {};
  const put = (field: string, value: Value | undefined): void => {
    if (value !== undefined) Object.assign(result, { [field]: value });
  };
  for (const field of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const isMine = !sameValue(base[field], mine[field]);
    put(field, isMine ? mine[field] : theirs[field]);
  }
  return result;
}
