// A server made with the present SDK that refuses the older handshake.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

serveStdio(
  () => {
    const server = new McpServer({ name: 'modern-only', version: '1.0.0' });
    const greet = server.registerTool('greet', { description: 'Greets.' }, () => {
      // Whoever listens hears that the list has changed.
      greet.update({ description: 'Greets again.' });
      return { content: [{ type: 'text', text: 'Hello' }] };
    });
    return server;
  },
  { legacy: 'reject' },
);
