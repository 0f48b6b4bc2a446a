import { expect, it } from 'vitest';
import { githubAnnotations } from '../../../src/cli/output/github-annotations.ts';
import { diagnostic } from '../../../src/model/diagnostics/diagnostic.ts';

const drift = (name: string, file: string): string[] =>
  githubAnnotations(
    [diagnostic('sync-drift', { name, place: 'cursor:user', state: 'differs', fields: ['a', 'b'] }, { file })],
    '/p',
  );

it('writes one command for each issue, whatever names in the files contain', () => {
  const [line = '', ...more] = drift('100%0A,x\n::error file=/etc/passwd::gotcha\r', '/p/a,b:c%\n::d.json');
  expect(more).toEqual([]);
  expect(line).not.toMatch(/[\r\n]/);
  const [, properties, message] = /^::warning (.*?)::(.*)$/.exec(line) ?? [];
  expect(properties).toBe('file=a%2Cb%3Ac%25%0A%3A%3Ad.json,title=sync-drift');
  expect(message).toMatch(/^"100%250A,x.*::error file=\/etc\/passwd::gotcha/);
  expect(message).toContain('(a, b)');
});
