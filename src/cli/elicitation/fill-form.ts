import type { Member } from '../../model/schema/field.ts';
import { readField } from '../../model/schema/read-field.ts';
import { isMap, setOwn } from '../../model/value.ts';
import { visible } from '../../model/visible.ts';
import type { Answer } from '../../runtime/connect/session/questions.ts';
import type { Output } from '../output/output.ts';
import { textLines } from '../runtime/visible-text.ts';
import { BACK, type Questions, STOP } from '../wizard/questions.ts';
import { askField } from './ask-field.ts';
import type { ElicitationRequest } from './elicitation-request.ts';
import { textIn } from './text-in.ts';

type Content = Record<string, unknown>;
type Decision = 'answer' | 'decline' | 'cancel';

/** Prompts for the values of a form, one by one, and shows them before they are sent. */
export async function fillForm(questions: Questions, asked: ElicitationRequest, output: Output): Promise<Answer> {
  const { server, question } = asked;
  const members = membersOf(question['requestedSchema']);
  questions.say(
    `${visible(server)} asks: ${textLines(textIn(question, 'message')).join('\n')}`,
    output.style('dim', 'The server gets what you send. Do not give it passwords or keys. Esc or ← goes back.'),
  );
  const known = new Map<string, unknown>();
  for (;;) {
    const decision = await decide(questions, members.length === 0 ? 'Agree' : 'Answer');
    if (decision !== 'answer') return { action: decision };
    const content = await ask(questions, members, known);
    if (content === STOP) return { action: 'cancel' };
    if (content !== BACK) return { action: 'accept', content: content as NonNullable<Answer['content']> };
  }
}

function membersOf(schema: unknown): readonly Member[] {
  const field = readField(isMap(schema) ? schema : { type: 'object' });
  return field.kind === 'group' ? field.members : [];
}

async function decide(questions: Questions, agree: string): Promise<Decision> {
  const chosen = await questions.choose<Decision>({
    message: 'What do you want to do?',
    choices: [
      { value: 'answer', label: agree },
      { value: 'decline', label: 'Decline', hint: 'tell the server that you refuse' },
      { value: 'cancel', label: 'Cancel', hint: 'tell the server that you did not decide' },
    ],
  });
  return chosen === BACK || chosen === STOP ? 'cancel' : chosen;
}

/** Prompts for all members. Going back keeps the answers so far. */
async function ask(
  questions: Questions,
  members: readonly Member[],
  known: Map<string, unknown>,
): Promise<Content | typeof BACK | typeof STOP> {
  for (let at = 0; ;) {
    const member = members[at];
    if (!member) {
      const isFinal = await confirmContent(questions, members, known);
      if (isFinal === STOP) return STOP;
      if (isFinal !== BACK) return contentOf(members, known);
    } else {
      const answer = await askField(questions, member, known);
      if (answer === STOP) return STOP;
      if (answer !== BACK) {
        known.set(member.key, answer);
        at += 1;
        continue;
      }
    }
    if (at === 0) return BACK;
    at -= 1;
  }
}

function contentOf(members: readonly Member[], known: ReadonlyMap<string, unknown>): Content {
  const content: Content = {};
  for (const { key } of members) if (known.get(key) !== undefined) setOwn(content, key, known.get(key));
  return content;
}

async function confirmContent(
  questions: Questions,
  members: readonly Member[],
  known: ReadonlyMap<string, unknown>,
): Promise<true | typeof BACK | typeof STOP> {
  if (members.length === 0) return true;
  questions.say(...members.map(({ key }) => `${visible(key)}: ${shown(known.get(key))}`));
  const chosen = await questions.choose({
    message: 'Send this?',
    choices: [
      { value: true, label: 'Send' },
      { value: false, label: 'Go back' },
    ],
  });
  return chosen === false ? BACK : chosen;
}

function shown(value: unknown): string {
  return value === undefined ? '(omitted)' : visible(typeof value === 'string' ? value : JSON.stringify(value));
}
