import type { Transport } from '../../../model/server.ts';
import { wordsOf } from '../../../model/shell/shell-words.ts';
import { isWebAddress } from '../../../validate/server-rules.ts';
import { transportOf } from '../defined-servers.ts';
import { type Answer, isAnswered } from '../questions.ts';
import type { Step } from '../step.ts';
import type { WizardContext } from '../wizard-context.ts';

export const transport: Step<WizardContext> = {
  topic: 'transport',
  applies: ({ way }) => way === 'steps',
  async ask(draft, { questions }) {
    const answer: Answer<Transport> = await questions.choose({
      message: 'Which transport?',
      choices: [
        { value: 'stdio', label: 'stdio: a program on this computer, started by a command' },
        { value: 'http', label: 'http: a URL' },
        { value: 'sse', label: 'sse: a URL (older transport)' },
      ],
      initial: draft.transport,
    });
    return isAnswered(answer) ? { ...draft, transport: answer } : answer;
  },
};

export const command: Step<WizardContext> = {
  topic: 'command',
  applies: (draft) => draft.way === 'steps' && transportOf(draft) === 'stdio',
  async ask(draft, { questions }) {
    const line = await questions.text({
      message: 'Which command starts it?',
      example: 'npx -y @modelcontextprotocol/server-filesystem .',
      initial: draft.typedCommand,
      checkAll: async (text) => issueOf(text),
    });
    if (!isAnswered(line)) return line;
    return { ...draft, typedCommand: line, commandLine: wordsOf(line) ?? [] };
  },
};

function issueOf(line: string): string | undefined {
  if (line === '') return 'A command is required';
  return wordsOf(line) === undefined
    ? 'This must be a single command without shell syntax or unclosed quotes'
    : undefined;
}

export const url: Step<WizardContext> = {
  topic: 'url',
  applies: (draft) => draft.way === 'steps' && ['http', 'sse'].includes(transportOf(draft) ?? ''),
  async ask(draft, { questions }) {
    const address = await questions.text({
      message: 'What is its URL?',
      example: 'https://example.com/mcp',
      initial: draft.url,
      check: (text) => (isBegun(text) || isWebAddress(text) ? undefined : 'It must start with https:// or http://'),
      checkAll: async (text) => (isWebAddress(text) ? undefined : 'The URL is incomplete'),
    });
    return isAnswered(address) ? { ...draft, url: address } : address;
  },
};

/** Suppresses the warning while the scheme is still being typed. */
function isBegun(text: string): boolean {
  return ['https://', 'http://'].some((scheme) => scheme.startsWith(text));
}
