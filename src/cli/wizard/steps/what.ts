import { broughtByText } from '../../../manage/paste/brought-by-text.ts';
import { readPasted } from '../../../manage/paste/read-pasted.ts';
import type { Pasted } from '../../../manage/paste/types.ts';
import { targetOfServer } from '../../../manage/secrets/masked-server.ts';
import { describe } from '../../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../../model/diagnostics/error.ts';
import { maskLine } from '../../../model/secrets/secret.ts';
import { visible, visibleLines } from '../../../model/visible.ts';
import { type Answer, isAnswered } from '../questions.ts';
import type { Step } from '../step.ts';
import type { WizardContext } from '../wizard-context.ts';

export const way: Step<WizardContext> = {
  topic: 'way',
  applies: () => true,
  async ask(draft, { questions }) {
    const answer: Answer<'paste' | 'steps'> = await questions.choose({
      message: 'What do you have?',
      choices: [
        { value: 'paste', label: 'Something to paste: a command, a URL, JSON …' },
        { value: 'steps', label: 'Nothing to paste: go step by step' },
      ],
      initial: draft.way,
    });
    return isAnswered(answer) ? { ...draft, way: answer } : answer;
  },
};

export const paste: Step<WizardContext> = {
  topic: 'paste',
  applies: ({ way }) => way === 'paste',
  async ask(draft, { host, questions, output }) {
    const named = draft.known.has('name') && draft.name !== undefined ? { name: draft.name } : {};
    let read: Pasted | undefined;
    const text = await questions.lines({
      message: 'Paste it here',
      example: 'npx -y …, https://…, claude mcp add …, {"mcpServers": …}',
      initial: draft.text?.includes('\n') ? '' : draft.text,
      check: (text) => (text === '' ? 'Paste something first, or press Esc to go back' : undefined),
      async checkAll(text) {
        try {
          read = await readPasted(text, named);
        } catch (error) {
          if (error instanceof PlugboardError) return visibleLines(maskLine(error.message));
          throw error;
        }
        return undefined;
      },
    });
    if (!isAnswered(text)) return text;
    const { servers = [], diagnostics = [] } = read ?? {};
    const brought = await broughtByText(host, servers);
    const about = servers.map(({ name, server }) => `Found ${visible(name)}: ${targetOfServer(server, brought?.own)}`);
    const notes = diagnostics.map((issue) => `${output.mark(issue.severity)} ${visible(describe(issue).message)}`);
    questions.say(...about, ...notes);
    const { name: _, picked: __, secrets: ___, ...rest } = draft;
    return { ...rest, ...named, text, found: servers, brought };
  },
};

export const pick: Step<WizardContext> = {
  topic: 'pick',
  applies: ({ way, found = [] }) => way === 'paste' && found.length > 1,
  async ask(draft, { questions }) {
    const names = (draft.found ?? []).map(({ name }) => name);
    const picked = await questions.chooseSeveral({
      message: `Which of these ${names.length} servers?`,
      choices: names.map((name) => ({ value: name, label: visible(name) })),
      initial: draft.picked ?? names,
    });
    return isAnswered(picked) ? { ...draft, picked } : picked;
  },
};
