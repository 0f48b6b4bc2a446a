import { forStdio, same } from '../lenses/basic.ts';
import { typed } from '../lenses/transport.ts';
import type { Client, Lens } from '../types.ts';

const file = 'anythingllm-desktop/storage/plugins/anythingllm_mcp_servers.json';

export const anythingllm = (): Client => ({
  id: 'anythingllm',
  name: 'AnythingLLM',
  docs: 'https://docs.anythingllm.com/mcp-compatibility/overview',
  // Its repository: server/utils/MCP/hypervisor/index.js.
  verified: { on: '2026-11-18', by: 'source' },
  locations: [
    {
      scope: 'user',
      paths: {
        linux: [`~/.config/${file}`],
        darwin: [`~/Library/Application Support/${file}`],
        win32: [`%APPDATA%/${file}`],
      },
      format: 'json',
      note: 'of the desktop app; in Docker it is plugins/anythingllm_mcp_servers.json in the storage directory',
    },
  ],
  shapes: [
    {
      at: ['mcpServers'],
      lenses: [
        // An entry with a URL and no type fails.
        typed({ http: 'streamable', sse: 'sse' }, { alsoRead: { http: 'http' }, required: 'with-url' }),
        ...same('command', 'args', 'url', 'headers'),
        ...forStdio(...same('env')),
        autoStart(),
      ],
    },
  ],
  transports: ['stdio', 'http', 'sse'],
  references: {},
  unknownKeys: 'kept',
  merge: 'replace',
  behavior: { isDesktopApp: true },
});

/** A server with `autoStart: false` is not started, except by hand. */
function autoStart(): Lens {
  const path = ['anythingllm', 'autoStart'] as const;
  return {
    fields: ['disabled'],
    keys: [path[0]],
    place: () => path,
    read(entry, server) {
      if (entry.peek(...path) === false) server.disabled = entry.take(...path) === false;
    },
    write({ disabled }, entry) {
      if (disabled === true) entry.put(path, false);
    },
  };
}
