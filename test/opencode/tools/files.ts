import { describe, expect, it } from 'vitest';
import type { ToolTester } from '../support/tool-tester.ts';
import { writeFiles } from '../support/world.ts';

export function testFiles(tools: ToolTester): void {
  describe('files', () => {
    it('opencode_file_list', async () => {
      const { entries } = await tools.ok('opencode_file_list', { path: 'src' });
      expect(entries).toEqual([{ path: 'src/shop.ts', type: 'file' }]);
      await tools.fails('opencode_file_list', { path: 'nowhere' }, 'FILE_NOT_FOUND');
    });

    it('opencode_file_status and opencode_vcs_diff', async () => {
      writeFiles(tools.world.project, { 'README.md': '# Shop\n\nChanged.\n' });
      const { files } = await tools.ok('opencode_file_status');
      expect(files).toContainEqual(expect.objectContaining({ file: 'README.md', status: 'modified' }));
      expect((await tools.ok('opencode_vcs_diff'))['patch']).toContain('+Changed.');
      writeFiles(tools.world.project, { 'README.md': 'A line of it.\n'.repeat(400) });
      const page = await tools.ok('opencode_vcs_diff', { maxChars: 2000 });
      expect(page['truncated']).toBe(true);

      writeFiles(tools.world.project, { 'README.md': '# Shop\n\nA needle in the hay.\n' });
      await tools.fails('opencode_file_status', { directory: '/no/such' }, 'DIRECTORY_INVALID');
      await tools.fails('opencode_vcs_diff', { mode: 'svn' }, 'INVALID_INPUT');
    });

    it('opencode_find_symbols', async () => {
      expect((await tools.ok('opencode_find_symbols', { query: 'open' }))['hint']).toContain('language server');
      await tools.fails('opencode_find_symbols', { query: '' }, 'INVALID_INPUT');
    });

    it('opencode_worktree', async () => {
      const { created } = await tools.ok('opencode_worktree', { action: 'create', name: 'side' });
      expect((await tools.ok('opencode_worktree', { action: 'list' }))['worktrees']).toEqual([created['directory']]);
      writeFiles(created['directory'], { 'work.txt': 'Unfinished.\n' });
      const path = created['directory'];
      await tools.fails('opencode_worktree', { action: 'remove', path }, 'CONFIRMATION_REQUIRED');
      expect((await tools.ok('opencode_worktree', { action: 'remove', path, force: true }))['worktrees']).toEqual([]);
      await tools.fails('opencode_worktree', { action: 'remove', path: '/nowhere' }, 'FILE_NOT_FOUND');
    });
  });
}
