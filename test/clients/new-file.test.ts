import { describe, expect, it } from 'vitest';
import { writeDocument } from '../../src/clients/document.ts';
import { clients } from '../../src/clients/registry.ts';

const server = { one: { command: 'node' } };
const place = { scope: 'user' } as const;

describe('a client that rejects a file without certain keys', () => {
  it('gets them in a new file, before the servers', async () => {
    const { text } = await writeDocument(clients.continue, server, place);
    expect(text).toBe(
      'name: Local Config\nversion: 1.0.0\nschema: v1\nmcpServers:\n  - name: one\n    command: node\n',
    );
  });

  it('gets nothing in a file that a person has begun', async () => {
    const { text } = await writeDocument(clients.continue, server, place, 'name: Mine\n');
    expect(text).toBe('name: Mine\nmcpServers:\n  - name: one\n    command: node\n');
  });
});
