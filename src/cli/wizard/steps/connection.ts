import type { Transport } from '../../../model/server.ts';
import { wordsOf } from '../../../model/shell-words.ts';
import { isWebAddress } from '../../../validate/server-rules.ts';
import { transportOf } from '../defined-servers.ts';
import type { Desk } from '../desk.ts';
import { type Answer, isAnswered } from '../terminal/answer.ts';
import type { Step } from '../walk.ts';

export const transport: Step<Desk> = {
  topic: 'transport',
  applies: ({ way }) => way === 'steps',
  async ask(draft, { questions }) {
    const answer: Answer<Transport> = await questions.choose({
      message: 'How is it reached?',
      choices: [
        { value: 'stdio', label: 'stdio: a program on this computer, started by a command' },
        { value: 'http', label: 'http: a web address' },
        { value: 'sse', label: 'sse: a web address, the older way' },
      ],
      initial: draft.transport,
    });
    return isAnswered(answer) ? { ...draft, transport: answer } : answer;
  },
};

export const command: Step<Desk> = {
  topic: 'command',
  applies: (draft) => draft.way === 'steps' && transportOf(draft) === 'stdio',
  async ask(draft, { questions }) {
    const line = await questions.text({
      message: 'Which command starts it?',
      example: 'npx -y @modelcontextprotocol/server-filesystem .',
      initial: draft.typedCommand,
      checkAll: async (text) => flawOf(text),
    });
    if (!isAnswered(line)) return line;
    return { ...draft, typedCommand: line, commandLine: wordsOf(line) ?? [] };
  },
};

function flawOf(line: string): string | undefined {
  if (line === '') return 'It needs a command';
  return wordsOf(line) === undefined ? 'This must be one command that needs no shell, with quotes closed' : undefined;
}

export const url: Step<Desk> = {
  topic: 'url',
  applies: (draft) => draft.way === 'steps' && ['http', 'sse'].includes(transportOf(draft) ?? ''),
  async ask(draft, { questions }) {
    const address = await questions.text({
      message: 'What is its address?',
      example: 'https://example.com/mcp',
      initial: draft.url,
      check: (text) => (isBegun(text) || isWebAddress(text) ? undefined : 'It must begin with https:// or http://'),
      checkAll: async (text) => (isWebAddress(text) ? undefined : 'This is no complete address'),
    });
    return isAnswered(address) ? { ...draft, url: address } : address;
  },
};

/** Nobody wants to hear that an address is wrong while they type its first letters. */
function isBegun(text: string): boolean {
  return ['https://', 'http://'].some((scheme) => scheme.startsWith(text));
}
