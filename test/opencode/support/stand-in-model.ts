import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model does in one turn of its talk with OpenCode. */
export type Step =
  | { readonly text: string }
  | { readonly tool: string; readonly arguments: unknown }
  /** Begins to answer and then says nothing more until OpenCode hangs up. */
  | { readonly hang: true }
  | { readonly status: number; readonly message: string };

interface Message {
  readonly role: string;
  readonly content?: string | readonly { readonly type: string; readonly text?: string }[];
}

export interface ModelRequest {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly [option: string]: unknown;
}

export interface StandInModel {
  readonly url: string;
  /** Everything it was asked, oldest first. */
  readonly requests: readonly ModelRequest[];
  /** A prompt with `[[name]]` in it is answered by these steps, one for each time OpenCode comes back. */
  script(name: string, ...steps: Step[]): void;
  close(): Promise<void>;
}

/**
 * A language model on loopback that speaks as OpenAI-compatible ones do, in a stream, and says what a test has told it.
 * Without a script it repeats the prompt.
 */
export async function startModel(): Promise<StandInModel> {
  const requests: ModelRequest[] = [];
  const scripts = new Map<string, readonly Step[]>();
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = JSON.parse(await readBody(request)) as ModelRequest;
    requests.push(asked);
    answer(response, asked, nextStep(asked, scripts));
  };
  const server = createServer((request, response) => {
    void serve(request, response);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    script: (name, ...steps) => void scripts.set(name, steps),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}

function textOf({ content }: Message): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text = '' }) => text).join('\n');
}

function nextStep({ messages, tools = [] }: ModelRequest, scripts: Map<string, readonly Step[]>): Step {
  const lastUser = messages.findLastIndex(({ role }) => role === 'user');
  const prompt = messages[lastUser] ? textOf(messages[lastUser]) : '';
  // Without tools it is asked for a title or a summary.
  if (tools.length === 0) return { text: 'A title' };
  const steps = scripts.get(/\[\[([\w-]+)\]\]/.exec(prompt)?.[1] ?? '');
  const done = messages.slice(lastUser).filter(({ role }) => role === 'assistant').length;
  return steps?.[Math.min(done, steps.length - 1)] ?? { text: `You said: ${prompt}` };
}

function answer(response: ServerResponse, { model }: ModelRequest, step: Step): void {
  if ('status' in step) {
    response.writeHead(step.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: step.message, type: 'stand_in', code: 'stand_in' } }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: object, finish: string | null = null): void => {
    const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model };
    response.write(`data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`);
  };
  if ('hang' in step) return send({ role: 'assistant', content: 'Working' });
  if ('text' in step) {
    send({ role: 'assistant', content: '' });
    for (let at = 0; at < step.text.length; at += 4000) send({ content: step.text.slice(at, at + 4000) });
    send({}, 'stop');
  } else {
    const call = { name: step.tool, arguments: JSON.stringify(step.arguments) };
    const id = `call_${Math.random().toString(36).slice(2)}`;
    send({ role: 'assistant', tool_calls: [{ index: 0, id, type: 'function', function: call }] });
    send({}, 'tool_calls');
  }
  response.write(
    `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model, choices: [], usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } })}\n\n`,
  );
  response.end('data: [DONE]\n\n');
}
