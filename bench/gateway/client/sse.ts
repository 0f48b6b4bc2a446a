import { Agent, get, type IncomingMessage } from 'node:http';
import { type Driver, handshake, initialized, type Message, waitingRequests } from './driver.ts';
import { type HttpTarget, postTo } from './http.ts';

/** Connects over the legacy SSE transport, the only one that one of the gateways has. */
export function sseDriver({ url }: HttpTarget): Driver {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  const waiting = waitingRequests();
  let place = url;
  let close = (): void => {};
  const post = async (text: string): Promise<void> => {
    const { status, text: body } = await postTo(place, agent, {}, text);
    if (status >= 400) throw new Error(`HTTP ${status}: ${body.slice(0, 200)}`);
  };
  const request = async (method: string, params: object): Promise<unknown> => {
    const { text, answer } = waiting.ask(method, params);
    const [, result] = await Promise.all([post(text), answer]);
    return result;
  };
  return {
    connect: async () => {
      const stream = await open(url);
      close = () => stream.destroy();
      place = await new Promise<string>((found) =>
        onEvents(stream, (event, data) => {
          if (event === 'endpoint') found(new URL(data, url).href);
          else waiting.take(JSON.parse(data) as Message);
        }),
      );
      await request('initialize', handshake);
      await post(initialized);
    },
    request,
    close: async () => {
      close();
      agent.destroy();
    },
  };
}

function open(url: string): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const out = get(url, { headers: { accept: 'text/event-stream' } }, (response) => {
      // Ended by ourselves, at the end of a measurement.
      response.on('error', () => {});
      if (response.statusCode === 200) done(response);
      else fail(new Error(`HTTP ${response.statusCode}`));
    });
    out.on('error', fail);
  });
}

function onEvents(stream: IncomingMessage, take: (event: string, data: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const events = (rest + text).split(/\r?\n\r?\n/);
    rest = events.pop() ?? '';
    for (const event of events) {
      const field = (name: string): string =>
        event.split(/\r?\n/).filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trim()).join('\n'); // prettier-ignore
      const data = field('data');
      if (data) take(field('event'), data);
    }
  });
}
