import { randomUUID } from 'node:crypto';
import { visible } from '../../model/visible.ts';
import type { Answer } from '../../runtime/connect/session/questions.ts';
import type { ManagerOptions } from '../../runtime/manager.ts';
import type { QuestionView } from '../contract/tools.ts';
import type { EventHub } from '../events/event-hub.ts';
import { HttpError } from '../http-error.ts';

/** A call during which its server may ask the user. */
export interface Expecting {
  readonly call: string;
  readonly server: string;
  /** Receives the number of pending questions. */
  readonly onQuestions: (open: number) => void;
}

/** Questions that servers ask the user of the page. */
export interface Questions {
  readonly open: readonly QuestionView[];
  readonly ask: NonNullable<ManagerOptions['ask']>;
  /** Assigns questions of this server to this call until the returned function is called. */
  expect(call: Expecting): () => void;
  answer(id: string, answer: Answer): void;
}

interface OpenQuestion {
  readonly view: QuestionView;
  readonly of: Expecting | undefined;
  readonly settle: (answer: Answer) => void;
}

export function createQuestions(events: EventHub): Questions {
  const open = new Map<string, OpenQuestion>();
  const calls: Expecting[] = [];

  const tellCall = (of: Expecting | undefined): void =>
    of?.onQuestions([...open.values()].filter((one) => one.of === of).length);

  const end = ({ view, of, settle }: OpenQuestion, answer: Answer): void => {
    if (!open.delete(view.id)) return;
    tellCall(of);
    events.publish({ type: 'question', question: { ...view, isOver: true } });
    settle(answer);
  };

  return {
    get open() {
      return Array.from(open.values(), ({ view }) => view);
    },
    ask: async (toRun, asked, signal) =>
      new Promise((settle) => {
        const of = calls.findLast(({ server }) => server === toRun.name);
        const view = viewOf(toRun.name, asked, of?.call);
        const question = { view, of, settle };
        open.set(view.id, question);
        signal?.addEventListener('abort', () => end(question, { action: 'cancel' }), { once: true });
        tellCall(of);
        events.publish({ type: 'question', question: view });
      }),
    expect(call) {
      calls.push(call);
      return () => {
        calls.splice(calls.indexOf(call), 1);
        for (const question of open.values()) if (question.of === call) end(question, { action: 'cancel' });
      };
    },
    answer(id, answer) {
      const question = open.get(id);
      if (!question)
        throw new HttpError(404, { code: 'question-over', message: 'This question is no longer pending.' });
      end(question, answer);
    },
  };
}

function viewOf(server: string, asked: Readonly<Record<string, unknown>>, call: string | undefined): QuestionView {
  const { message, requestedSchema, mode, url } = asked;
  return {
    id: randomUUID(),
    ...(call !== undefined && { call }),
    server,
    kind: mode === 'url' ? 'url' : 'form',
    message: typeof message === 'string' ? message.split('\n').map(visible).join('\n') : '',
    ...(requestedSchema !== undefined && { schema: requestedSchema }),
    ...(mode === 'url' && typeof url === 'string' && { url }),
    isOver: false,
  };
}
