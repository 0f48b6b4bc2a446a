import { validateServerName } from '../../../validate/server-config.ts';
import { wantedOf } from '../defined-servers.ts';
import { type Desk, takenAt } from '../desk.ts';
import type { Draft } from '../draft.ts';
import { type Answer, isAnswered } from '../terminal/answer.ts';
import type { Step } from '../walk.ts';

export const name: Step<Desk> = {
  topic: 'name',
  applies: (draft) => draft.way === 'steps' || isUnnamed(draft),
  ask: askName,
};

/** The only server of a pasted text, called after its package or address. */
function isUnnamed(draft: Draft): boolean {
  const [only, ...others] = wantedOf(draft);
  return draft.way === 'paste' && only !== undefined && others.length === 0 && !only.named;
}

/** Says at once what is wrong with a name, also that it is taken where that is known. */
export async function askName(draft: Draft, { host, questions }: Desk): Promise<Answer<Draft>> {
  const placesOf = await takenAt(draft, host);
  const chosen = await questions.text({
    message: 'What should it be called?',
    example: 'github',
    initial: draft.name ?? wantedOf(draft)[0]?.name,
    check: (text) => flawOf(text) ?? takenWords(text, placesOf(text)),
  });
  return isAnswered(chosen) ? { ...draft, name: chosen } : chosen;
}

function flawOf(text: string): string | undefined {
  if (text === '') return 'It needs a name';
  return validateServerName(text) === undefined ? undefined : 'Only letters, digits, ".", "_" and "-", 100 at most';
}

export function takenWords(name: string, places: readonly string[]): string | undefined {
  return places.length === 0 ? undefined : `${name} is already in ${places.join(', ')}`;
}
