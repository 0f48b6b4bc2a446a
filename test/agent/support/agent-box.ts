import { InMemoryTransport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { makeAgentApp } from '../../../src/agent/app.ts';
import { buildServer } from '../../../src/agent/build-server.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { asAnswer, Peer, type ToolAnswer, type Wire } from '../../opencode/support/peer.ts';
import { type Box, box } from '../../store/support/box.ts';

type Data = Record<string, unknown>;

/** A form of the client: what was asked, and how the person answers. */
export interface Form {
  readonly asked: string[];
  answer: 'accept' | 'decline' | 'cancel';
}

export interface AgentBox extends Box {
  readonly peer: Peer;
  readonly form: Form;
  /** Lines that the server logged. */
  readonly lines: string[];
  call(name: string, args?: Data): Promise<ToolAnswer>;
  /** A plan's id. */
  plan(args: Data): Promise<string>;
}

interface Options {
  readonly mayApply?: boolean;
  /** Whether the client can show forms. */
  readonly canElicit?: boolean;
  readonly in?: Box;
  /** More of the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

export const claude = 'home/.claude.json';

/** The server in this process, with a home and a project of its own, and a client of the older era. */
export async function agentBox({
  mayApply = false,
  canElicit = true,
  in: place = box(),
  env = {},
}: Options = {}): Promise<AgentBox> {
  const lines: string[] = [];
  const form: Form = { asked: [], answer: 'accept' };
  const peer = await connect(place, mayApply, lines, env);
  peer.answers.set('elicitation/create', ({ message }) => {
    form.asked.push(String(message));
    return { action: form.answer, ...(form.answer === 'accept' && { content: {} }) };
  });
  await peer.open(canElicit ? { elicitation: { form: {} } } : {});
  return {
    ...place,
    peer,
    form,
    lines,
    call: (name, args = {}) => peer.call(name, args),
    async plan(args) {
      const { data, isError } = await peer.call('plan_change', args);
      if (isError) throw new Error(JSON.stringify(data));
      return String(data['planId']);
    },
  };
}

/** A connection that has said nothing yet. */
export async function connect(
  place: Box,
  mayApply = false,
  lines: string[] = [],
  more: Readonly<Record<string, string>> = {},
): Promise<Peer> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  // Without the environment of this process: it may name directories of the person who runs the tests.
  const env = { PATH: process.env['PATH'], PLUGBOARD_HOME: place.host.env['PLUGBOARD_HOME'], ...more };
  const host = { ...nodeHost(), ...place.host, env };
  const app = makeAgentApp({ host, version: '1.2.3', mayApply, write: (line) => void lines.push(line) });
  serveStdio(() => buildServer(app), { transport: theirs });
  const peer = new Peer((message) => void ours.send(message as never));
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it has no other way.
  ours.onmessage = (message) => peer.receive(message as Wire);
  await ours.start();
  return peer;
}

const modern = '2026-07-28';

/** A request of the newer era, which stands by itself. */
export async function modernRequest(
  peer: Peer,
  method: string,
  params: Data = {},
  capabilities: Data = {},
): Promise<Data> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': modern,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  return peer.request(method, { ...params, _meta: meta });
}

export async function modernCall(peer: Peer, name: string, args: Data, more: Data = {}): Promise<Data> {
  return modernRequest(peer, 'tools/call', { name, arguments: args, ...more }, { elicitation: { form: {} } });
}

export { asAnswer };
