import { validateServerName } from '../../../validate/server-config.ts';
import { wantedOf } from '../defined-servers.ts';
import type { Draft } from '../draft.ts';
import { type Answer, isAnswered } from '../questions.ts';
import type { Step } from '../step.ts';
import { type WizardContext, takenAt } from '../wizard-context.ts';

export const name: Step<WizardContext> = {
  topic: 'name',
  applies: (draft) => draft.way === 'steps' || isUnnamed(draft),
  ask: askName,
};

/** Whether the only server of a pasted text has a name derived from its package or URL. */
function isUnnamed(draft: Draft): boolean {
  const [only, ...others] = wantedOf(draft);
  return draft.way === 'paste' && only !== undefined && others.length === 0 && !only.named;
}

/** Validates the name while it is typed, including whether it is taken. */
export async function askName(draft: Draft, { host, questions }: WizardContext): Promise<Answer<Draft>> {
  const placesOf = await takenAt(draft, host);
  const chosen = await questions.text({
    message: 'What is its name?',
    example: 'github',
    initial: draft.name ?? wantedOf(draft)[0]?.name,
    check: (text) => issueOf(text) ?? takenWords(text, placesOf(text)),
  });
  return isAnswered(chosen) ? { ...draft, name: chosen } : chosen;
}

function issueOf(text: string): string | undefined {
  if (text === '') return 'A name is required';
  return validateServerName(text) === undefined ? undefined : 'Only letters, digits, ".", "_" and "-", 100 at most';
}

export function takenWords(name: string, places: readonly string[]): string | undefined {
  return places.length === 0 ? undefined : `${name} is already in ${places.join(', ')}`;
}
