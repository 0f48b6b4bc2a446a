import { describe, expect, it } from 'vitest';
import { diagnostic, describe as inWords } from '../../src/model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../src/model/diagnostics/error.ts';
import { shortPath, shownPath, slashedPath } from '../../src/model/short-path.ts';

describe('on Windows', () => {
  const host = { home: 'C:/Users/Ann Lee', cwd: 'C:/projects/x', platform: 'win32' } as const;

  it.each([
    ['C:/projects/x/.vscode/mcp.json', '.vscode\\mcp.json'],
    ['C:/Users/Ann Lee/.claude.json', 'C:\\Users\\Ann Lee\\.claude.json'],
    ['D:/other', 'D:\\other'],
    ['c:/Projects/X/a/b.json', 'a\\b.json'],
    ['//server/share/x', '\\\\server\\share\\x'],
  ])('%s is shown as %s', (path, shown) => expect(shortPath(path, host)).toBe(shown));

  it.each([
    ['C:/a b/c', 'C:\\a b\\c'],
    ['//server/users$/ann', '\\\\server\\users$\\ann'],
  ])('%s is shown as %s in messages', (path, shown) => expect(shownPath(path)).toBe(shown));

  it('has them in messages, and forward slashes in data', () => {
    const path = 'C:/Users/Ann Lee/.claude.json';
    const error = new PlugboardError('write-failed', { path, reason: 'x' });
    expect(error.message).toContain('C:\\Users\\Ann Lee\\.claude.json');
    expect(error.data.path).toBe(path);
    const issue = diagnostic('command-not-executable', { path });
    expect(inWords(issue).message).toContain('C:\\Users\\Ann Lee\\.claude.json');
    expect(issue.args).toEqual({ path });
  });

  it('is used with forward slashes', () => expect(slashedPath('C:\\a\\b', 'win32')).toBe('C:/a/b'));
});

describe('elsewhere', () => {
  const host = { home: '/home/ann', cwd: '/projects/x', platform: 'linux' } as const;

  it.each([
    ['/projects/x/a/b.json', 'a/b.json'],
    ['/home/ann/.claude.json', '~/.claude.json'],
    ['/etc/odd\\name', '/etc/odd\\name'],
  ])('%s is shown as %s', (path, shown) => {
    expect(shortPath(path, host)).toBe(shown);
    expect(shownPath(path)).toBe(path);
    expect(slashedPath(path, 'linux')).toBe(path);
  });
});
