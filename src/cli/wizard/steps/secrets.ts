import { writtenFor } from '../defined-servers.ts';
import type { Draft } from '../draft.ts';
import { type Answer, isAnswered } from '../questions.ts';
import type { Step } from '../step.ts';
import type { WizardContext } from '../wizard-context.ts';

/** Secrets should not be stored in files, but the user decides. */
export const secrets: Step<WizardContext> = {
  topic: 'secrets',
  applies: (draft) => variablesFor(draft).length > 0,
  async ask(draft, { questions }) {
    const references = variablesFor(draft).map((variable) => `\${${variable}}`);
    const answer: Answer<NonNullable<Draft['secrets']>> = await questions.choose({
      message:
        references.length === 1
          ? 'This contains a secret. How to write it?'
          : 'This contains secrets. How to write them?',
      choices: [
        { value: 'reference', label: `As ${references.join(', ')}; you set the variable`, hint: 'not in any file' },
        { value: 'vault', label: 'In the vault, for all clients', hint: 'not in any file, and nothing to set' },
        { value: 'plain', label: 'In plain text', hint: 'readable by anyone with access to the file' },
      ],
      initial: draft.secrets,
    });
    return isAnswered(answer) ? { ...draft, secrets: answer } : answer;
  },
};

function variablesFor(draft: Draft): string[] {
  return writtenFor({ ...draft, secrets: 'reference' }).variables;
}
