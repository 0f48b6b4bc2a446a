import { closest } from '../../model/closest.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { visible } from '../../model/visible.ts';
import { getPrompt, listPrompts, type Prompt } from '../../runtime/tools/prompts.ts';
import { cut } from '../output/server-labels.ts';
import { inColumns } from '../output/table.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { promptArguments } from '../runtime/arguments/prompt-arguments.ts';
import { type Answers, askAll, askNamed, printObstacles } from '../runtime/ask-each.ts';
import { declareRuntimeFlags, type RuntimeFlags } from '../runtime/runtime-flags.ts';
import { obstacleAsData } from '../runtime/show-obstacle.ts';
import { serverNamed } from '../runtime/use-server.ts';
import { firstLine, textLines } from '../runtime/visible-text.ts';
import { type Use, withRuntime } from '../runtime/with-runtime.ts';

interface Options extends RuntimeFlags {
  readonly raw?: boolean;
  readonly refresh?: boolean;
}

export const setUpPrompts: CommandSetup = (command, context) => {
  withExamples(command, 'prompts', 'prompts github', 'prompts github review_code language=rust', 'prompts --json')
    .argument('[server]', 'server to list; default: all')
    .argument('[prompt]', 'prompt to get')
    .argument('[argument...]', 'arguments of the prompt: name=value')
    .option('--raw', 'print the prompt as JSON from the server, with masked secrets')
    .option('--refresh', 'retry servers that failed recently');
  declareRuntimeFlags(command).action(
    async (name: string | undefined, prompt: string | undefined, words: string[], options: Options) =>
      withRuntime(context, command, options, name === undefined, async (use) => {
        if (name !== undefined && prompt !== undefined) return get({ server: name, name: prompt, words }, options, use);
        const { signal } = use;
        const question = {
          asked: 'prompts' as const,
          anew: options.refresh ?? false,
          doing: 'listing its prompts',
          ask: async (session: Parameters<typeof listPrompts>[0]) => listPrompts(session, signal),
        };
        if (name === undefined) {
          const answers = await askAll(use, question);
          return answers && printPrompts(answers, context);
        }
        const value = await askNamed(name, use, question);
        if (value) printPrompts({ answered: [{ server: serverNamed(name, use), value }], obstacles: [] }, context);
      }),
  );
};

interface Wanted {
  readonly server: string;
  readonly name: string;
  readonly words: readonly string[];
}

async function get({ server, name, words }: Wanted, { raw, refresh: anew = false }: Options, use: Use): Promise<void> {
  const { output } = use.context;
  const { signal } = use;
  const found = await askNamed(server, use, {
    asked: 'prompts',
    anew,
    doing: `getting ${name}`,
    async ask(session) {
      const prompts = await listPrompts(session, signal);
      const prompt = prompts.find((one) => one.name === name);
      if (!prompt) return noSuchPrompt(server, name, prompts);
      try {
        return await getPrompt(session, name, promptArguments(words, server, prompt), { signal });
      } catch (error) {
        if (error instanceof PlugboardError) return error;
        throw error;
      }
    },
  });
  if (!found) return;
  if (found instanceof PlugboardError) throw found;
  const { description, messages } = found;
  if (output.json) return output.data({ server, prompt: name, description, messages: messages.map((one) => one.raw) });
  if (raw) return output.raw(`${output.jsonText(found.raw)}\n`);
  if (description !== undefined) output.talk(textLines(description).map((line) => output.style('dim', line)));
  const lines = messages.flatMap(({ role = '', text }, index) => [
    ...(index > 0 ? [''] : []),
    output.style('bold', `${visible(role)}:`),
    ...textLines(text),
  ]);
  output.print(lines);
}

function noSuchPrompt(server: string, prompt: string, prompts: readonly Prompt[]): PlugboardError {
  const near = closest(
    prompt,
    prompts.map(({ name }) => name),
  );
  return new PlugboardError('prompt-unknown', { server, prompt, ...(near !== undefined && { near }) });
}

function printPrompts({ answered, obstacles }: Answers<readonly Prompt[]>, { output, globals }: CommandContext): void {
  if (output.json) {
    const servers = answered.map(({ server, value }) => ({ name: server.name, prompts: value.map((one) => one.raw) }));
    return output.data({ servers }, obstacles.map(obstacleAsData));
  }
  const width = globals.verbose ? Number.POSITIVE_INFINITY : 60;
  const rows = answered.flatMap(({ server, value }) =>
    value.map((prompt) => [
      visible(server.name),
      visible(prompt.name),
      visible(prompt.arguments.map(({ name, required }) => (required ? name : `[${name}]`)).join(' ')) || '-',
      cut(firstLine(prompt.description ?? prompt.title ?? ''), width),
    ]),
  );
  const head = ['SERVER', 'PROMPT', 'TAKES', 'ABOUT'].map((title) => output.style('dim', title));
  output.print(rows.length === 0 ? 'No prompts.' : inColumns([head, ...rows]));
  printObstacles(obstacles, output);
}
