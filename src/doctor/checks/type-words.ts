import { findingOn } from '../finding.ts';
import { respellFix } from '../fixes.ts';
import type { ByClient, EntryCheck } from '../types.ts';

interface Words {
  readonly key?: string;
  readonly allowed: readonly string[];
}

const openCode: Words = { allowed: ['local', 'remote'] };
const cline: Words = { allowed: ['stdio', 'sse', 'streamableHttp'] };
const plain: Words = { allowed: ['stdio', 'http', 'sse'] };

/** Words for a transport where the client knows no others. We read more of them than clients do. */
const words: ByClient<Words> = {
  'claude-code': { allowed: ['stdio', 'http', 'streamable-http', 'sse', 'ws'] },
  'cline-cli': cline,
  'cline-vscode': cline,
  continue: { allowed: ['stdio', 'sse', 'streamable-http'] },
  'copilot-cli': { allowed: ['local', 'stdio', 'http', 'streamable-http', 'sse'] },
  crush: plain,
  droid: plain,
  kilo: openCode,
  'kimi-code': { ...plain, key: 'transport' },
  opencode: openCode,
  roo: { allowed: ['stdio', 'sse', 'streamable-http'] },
};

/** Types in the words of another client. */
export const typeWords: EntryCheck = ({ host, entries }) =>
  entries.flatMap((subject) => {
    const { client, native } = subject.entry;
    const { key = 'type', allowed = [] } = words[client.id] ?? {};
    const type = native[key];
    if (typeof type !== 'string' || allowed.length === 0 || allowed.includes(type)) return [];
    const fix = respellFix(host, subject, 'Write the type in the word of the client', ['transport']);
    return [findingOn(subject, 'type-rejected', { type, client: client.name, allowed }, { at: [key], fix })];
  });
