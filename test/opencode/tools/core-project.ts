import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findOnPath } from '../../../scripts/setup/on-path.mjs';
import type { ToolTester } from '../support/tool-tester.ts';
import { writeFiles } from '../support/world.ts';

/** OpenCode searches with it. */
export const hasRipgrep = findOnPath('rg') !== undefined;

export function testCoreProject(tools: ToolTester): void {
  describe('core: project', () => {
    it('opencode_file_read', async () => {
      expect(await tools.ok('opencode_file_read', { path: 'README.md', offset: 2, limit: 1 })).toMatchObject({
        content: 'A needle in the hay.',
      });
      const near = await tools.fails('opencode_file_read', { path: 'src/shpo.ts' }, 'FILE_NOT_FOUND');
      expect(near['suggestions'][0]).toBe('Did you mean shop.ts?');
      const lines = { path: 'README.md', offset: 1, maxChars: 600 };
      writeFiles(tools.world.project, { 'README.md': `# Shop\n\nA needle in the hay.\n${'more\n'.repeat(200)}` });
      const page = await tools.ok('opencode_file_read', lines);
      const next = { path: 'README.md', cursor: page['nextCursor'], maxChars: 600 };
      const rest = await tools.ok('opencode_file_read', next);
      expect(`# Shop\n${page['content']}${rest['content']}`).toBe(
        tools.read('README.md').slice(0, 7 + page['content'].length + rest['content'].length),
      );
      await tools.fails('opencode_file_read', { ...next, offset: 5 }, 'INVALID_INPUT');
      writeFiles(tools.world.project, { 'README.md': '# Shop\n\nA needle in the hay.\n' });
      await tools.fails('opencode_file_read', { path: 'none/none.ts' }, 'FILE_NOT_FOUND');
      await tools.fails('opencode_file_read', { path: '../../etc/passwd' }, 'FILE_NOT_FOUND');
      await tools.fails('opencode_file_read', { path: 'src' }, 'FILE_NOT_FOUND');
    });

    it.skipIf(!hasRipgrep)('opencode_file_search (ripgrep)', async () => {
      await tools.fails('opencode_file_search', { pattern: '(' }, 'INVALID_INPUT');
      const { matches, total } = await tools.ok('opencode_file_search', { pattern: 'need.e' });
      expect(matches).toEqual([{ path: 'README.md', line: 3, text: 'A needle in the hay.' }]);
      expect(total).toBe(1);
      writeFiles(tools.world.project, { 'many.txt': 'haystack\n'.repeat(30) });
      const many = await tools.ok('opencode_file_search', { pattern: 'haystack' });
      expect(many).toMatchObject({ atLeast: 10, next: expect.stringContaining('may be more') });
      expect(many).not.toHaveProperty('total');
      rmSync(join(tools.world.project, 'many.txt'));
    });

    it.skipIf(hasRipgrep)('opencode_file_search where ripgrep is missing', async () => {
      await tools.fails('opencode_file_search', { pattern: 'need.e' }, 'RG_MISSING');
    });

    it('opencode_find_files', async () => {
      expect((await tools.ok('opencode_find_files', { query: 'shop' }))['paths']).toContain('src/shop.ts');
      await tools.fails('opencode_find_files', { query: '' }, 'INVALID_INPUT');
    });

    it('opencode_model_list', async () => {
      const { models, defaults, ...rest } = await tools.ok('opencode_model_list', { search: 'two' });
      expect(models).toMatchObject([{ model: 'stand-in/two', name: 'Two' }]);
      expect(rest).toMatchObject({ default: 'stand-in/one' });
      expect(defaults).toEqual({ 'stand-in': 'one' });
      expect(await tools.ok('opencode_run', { prompt: 'Who are you?' })).toMatchObject({ model: rest['default'] });
      const unknown = await tools.fails('opencode_model_list', { provider: 'stand' }, 'PROVIDER_NOT_FOUND');
      expect(unknown['suggestions'][0]).toBe('Did you mean stand-in?');
    });

    it('opencode_agent_list', async () => {
      const { agents } = await tools.ok('opencode_agent_list', { mode: 'primary' });
      expect(agents.map(({ name }: { name: string }) => name)).toContain('build');
      await tools.fails('opencode_agent_list', { mode: 'other' }, 'INVALID_INPUT');
    });
  });
}
