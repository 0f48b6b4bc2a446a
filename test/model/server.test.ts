import { expect, it } from 'vitest';
import { inferTransport } from '../../src/model/server.ts';

it.each([
  [{ transport: 'sse', command: 'npx' }, 'sse'],
  [{ transport: 'http' }, 'http'],
  [{ transport: 'stdio', url: 'https://example.com' }, 'stdio'],
  [{ command: 'npx' }, 'stdio'],
  [{ url: 'https://example.com' }, 'http'],
  [{ command: 'npx', url: 'https://example.com' }, 'stdio'],
  [{ command: '', url: 'https://example.com' }, 'http'],
  [{}, 'stdio'],
  [{ transport: 'carrier-pigeon', url: 'https://example.com' }, 'http'],
  [{ transport: null, command: null, url: null }, 'stdio'],
])('%j is %s', (server, transport) => expect(inferTransport(server)).toBe(transport));
