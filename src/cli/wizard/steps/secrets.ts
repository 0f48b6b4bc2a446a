import { writtenFor } from '../defined-servers.ts';
import type { Desk } from '../desk.ts';
import type { Draft } from '../draft.ts';
import { type Answer, isAnswered } from '../terminal/answer.ts';
import type { Step } from '../walk.ts';

/** A secret belongs in no file; but that is the person's choice to make. */
export const secrets: Step<Desk> = {
  topic: 'secrets',
  applies: (draft) => variablesFor(draft).length > 0,
  async ask(draft, { questions }) {
    const references = variablesFor(draft).map((variable) => `\${${variable}}`);
    const answer: Answer<'reference' | 'plain'> = await questions.choose({
      message:
        references.length === 1 ? 'This holds a secret. How to write it?' : 'This holds secrets. How to write them?',
      choices: [
        { value: 'reference', label: `As ${references.join(', ')}, and set that yourself`, hint: 'no file holds it' },
        { value: 'plain', label: 'In plain text', hint: 'whoever reads the file has it' },
      ],
      initial: draft.secrets,
    });
    return isAnswered(answer) ? { ...draft, secrets: answer } : answer;
  },
};

function variablesFor(draft: Draft): string[] {
  return writtenFor({ ...draft, secrets: 'reference' }).variables;
}
