import {
  type McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { cutToFit } from '../mcp/fit-result.ts';
import { mostChars } from '../mcp/page.ts';
import { ToolFailure } from './failure.ts';
import { configGet } from './tools/config.ts';
import { fileRead } from './tools/files.ts';
import { agentList, modelList } from './tools/models.ts';
import { sessionDiff } from './tools/session/session-diff.ts';
import { sessionMessages } from './tools/session/session-messages.ts';
import { sessionList } from './tools/session/sessions.ts';
import { status } from './tools/status.ts';
import type { Tool, ToolCall } from './tools/tool.ts';

interface Source {
  readonly name: string;
  readonly title: string;
  readonly uri: string;
  readonly description: string;
  /** The tool whose result is the content of the resource. */
  readonly tool: Tool;
  readonly input: (variables: Readonly<Record<string, string>>) => object;
}

const sources: readonly Source[] = [
  {
    name: 'status',
    title: 'Status',
    uri: 'opencode://status',
    description: 'Status of OpenCode',
    tool: status,
    input: () => ({}),
  },
  {
    name: 'config',
    title: 'Settings',
    uri: 'opencode://config',
    description: 'Active settings, without secrets',
    tool: configGet,
    input: () => ({}),
  },
  {
    name: 'agents',
    title: 'Agents',
    uri: 'opencode://agents',
    description: 'Agents and their purposes',
    tool: agentList,
    input: () => ({}),
  },
  {
    name: 'models',
    title: 'Models',
    uri: 'opencode://models',
    description: 'Available models',
    tool: modelList,
    input: () => ({}),
  },
  {
    name: 'sessions',
    title: 'Sessions',
    uri: 'opencode://sessions',
    description: 'The newest sessions',
    tool: sessionList,
    input: () => ({}),
  },
  {
    name: 'session',
    title: 'Session',
    uri: 'opencode://session/{id}',
    description: 'Messages of a session, newest first',
    tool: sessionMessages,
    input: ({ id }) => ({ sessionId: id }),
  },
  {
    name: 'session-diff',
    title: 'Session changes',
    uri: 'opencode://session/{id}/diff',
    description: 'Changes made by the latest turn of a session',
    tool: sessionDiff,
    input: ({ id }) => ({ sessionId: id, view: 'patch' }),
  },
  {
    name: 'file',
    title: 'File',
    uri: 'opencode://file/{+path}',
    description: 'A file of the project',
    tool: fileRead,
    input: ({ path = '' }) => ({ path: decodeURIComponent(path) }),
  },
];

/** Resources: the same data as the corresponding tools return. */
export function addResources(server: McpServer, callOf: (context: ServerContext) => ToolCall): void {
  const read = async (
    source: Source,
    uri: URL,
    variables: Readonly<Record<string, unknown>>,
    context: ServerContext,
  ) => {
    const words = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)]));
    try {
      const input = source.tool.input.parse(source.input(words));
      const data = await source.tool.run(input as never, callOf(context));
      const shown = cutToFit(data, (cut) => JSON.stringify(cut).length <= mostChars) ?? { truncated: true };
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(shown) }] };
    } catch (error) {
      const missing = error instanceof ToolFailure ? error.code.endsWith('_NOT_FOUND') : error instanceof z.ZodError;
      throw missing ? new ResourceNotFoundError(uri.href) : error;
    }
  };
  for (const source of sources) {
    const { name, title, uri, description } = source;
    const about = { title, description, mimeType: 'application/json' };
    if (uri.includes('{')) {
      const template = new ResourceTemplate(uri, { list: undefined });
      server.registerResource(name, template, about, (at, variables, context) => read(source, at, variables, context));
    } else server.registerResource(name, uri, about, (at, context) => read(source, at, {}, context));
  }
}
