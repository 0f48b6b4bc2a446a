import { quoteWord } from '../../model/shell/quote-word.ts';
import type { CallRequest } from '../contract/tools.ts';

/** The request as a command line. */
export function asCommand(request: CallRequest): string {
  return ['plugboard', ...wordsOf(request)].map(quoteWord).join(' ');
}

function wordsOf(request: CallRequest): string[] {
  switch (request.kind) {
    case 'tool': {
      const args = Object.keys(request.arguments).length > 0 ? ['--args', JSON.stringify(request.arguments)] : [];
      return ['call', request.server, request.tool, ...args];
    }
    case 'resource':
      return ['resources', request.server, request.uri];
    case 'prompt': {
      const args = Object.entries(request.arguments).map(([name, value]) => `${name}=${value}`);
      return ['prompts', request.server, request.prompt, ...args];
    }
  }
}

/** The request as a JSON-RPC message. */
export function asJsonRpc(request: CallRequest): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, ...messageOf(request) }, undefined, 2);
}

export function messageOf(request: CallRequest): { method: string; params: Record<string, unknown> } {
  switch (request.kind) {
    case 'tool':
      return { method: 'tools/call', params: { name: request.tool, arguments: request.arguments } };
    case 'resource':
      return { method: 'resources/read', params: { uri: request.uri } };
    case 'prompt':
      return { method: 'prompts/get', params: { name: request.prompt, arguments: request.arguments } };
  }
}
