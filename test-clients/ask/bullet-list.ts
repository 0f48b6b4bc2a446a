import type { Listed } from '../answer.ts';

/** `●  ✓ name connected`, and a line later what it connects to, as OpenCode and its fork print it. */
const bullet = /^●\s+\S\s+(\S+) (.+)\n│\s+(.+)$/gm;

export function readBulletList(text: string): Listed[] {
  return [...text.matchAll(bullet)].map(([, name = '', status, target = '']): Listed => ({
    name,
    status: status === 'connected' || status === 'disabled' ? status : 'failed',
    transport: /^https?:/.test(target) ? 'http' : 'stdio',
  }));
}
