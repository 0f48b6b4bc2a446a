import { describe, expect, it } from 'vitest';
import { withField, withTransport } from '../../../web/src/components/server-form/document/server-document.ts';
import { baseOf, type ServerDraftState, useServerDraft } from '../../../web/src/composables/use-server-draft.ts';

const server = { transport: 'stdio', command: 'npx', args: ['-y'], env: { TOKEN: '⟪kept:env.TOKEN⟫' }, mine: 1 };
const masks = { 'env.TOKEN': { masked: 'ghp_…', length: 40 } };

function opened(): ServerDraftState {
  return useServerDraft(baseOf('github', server, { source: 's', masks }), () => ({
    taken: new Set(['other']),
    current: 'github',
  }));
}

const change = (draft: ServerDraftState, field: string, value: string): void => {
  draft.change(withField(draft.document.value, field, value));
};

describe('form and JSON', () => {
  it('show one document', () => {
    const draft = opened();
    change(draft, 'command', 'uvx');
    expect(draft.jsonText.value).toContain('"command": "uvx"');
    draft.typeJson('{"transport": "stdio", "command": "bunx", "mine": 2}');
    expect(draft.document.value.server).toEqual({ transport: 'stdio', command: 'bunx', mine: 2 });
  });

  it('keep the last sound document while JSON is broken, and say so', () => {
    const draft = opened();
    draft.typeJson('{"command": ');
    expect(draft.document.value.server).toEqual(server);
    expect(draft.isDirty.value).toBe(true);
    expect(draft.problems.value.map(({ field }) => field)).toEqual(['others']);
  });

  it('keep what waits behind another type', () => {
    const draft = opened();
    draft.change(withTransport(draft.document.value, 'http'));
    draft.typeJson('{"transport": "http", "url": "https://a.example"}');
    draft.change(withTransport(draft.document.value, 'stdio'));
    expect(draft.document.value.server['command']).toBe('npx');
  });
});

describe('what has been changed', () => {
  it('is empty at first, and empty again when reverted', () => {
    const draft = opened();
    expect(draft.isDirty.value).toBe(false);
    change(draft, 'command', 'x');
    expect(draft.isDirty.value).toBe(true);
    change(draft, 'command', 'npx');
    expect(draft.isDirty.value).toBe(false);
    draft.name.value = 'renamed';
    expect(draft.isDirty.value).toBe(true);
  });

  it('is not the order of keys', () => {
    const draft = opened();
    draft.change({ server: Object.fromEntries(Object.entries(server).toReversed()), hidden: {} });
    expect(draft.isDirty.value).toBe(false);
  });

  it('cannot be saved under the name of another', () => {
    const draft = opened();
    draft.name.value = 'other';
    expect(draft.problems.value.map(({ field }) => field)).toEqual(['name']);
  });
});

describe('a file changed by another program', () => {
  const now = (changes: Record<string, string>) => baseOf('github', { ...server, ...changes }, { source: 's', masks });

  it('is taken over at once where nothing was typed', () => {
    const draft = opened();
    draft.fileNowSays(now({ command: 'theirs' }));
    expect(draft.document.value.server['command']).toBe('theirs');
    expect(draft.conflict.value).toBeUndefined();
  });

  it('is shown beside mine, which stays as it was typed', () => {
    const draft = opened();
    change(draft, 'command', 'mine');
    draft.fileNowSays(now({ command: 'theirs', cwd: '/there' }));
    expect(draft.document.value.server['command']).toBe('mine');
    expect(draft.conflict.value).toEqual([
      { field: 'command', mine: 'mine', theirs: 'theirs', changedBy: 'both' },
      { field: 'cwd', theirs: '/there', changedBy: 'others' },
    ]);
  });

  it('never shows a secret as a mark', () => {
    const draft = opened();
    draft.change(withField(draft.document.value, 'env', { TOKEN: '⟪kept:env.TOKEN⟫', A: '1' }));
    draft.fileNowSays(now({ command: 'theirs' }));
    expect(JSON.stringify(draft.conflict.value)).not.toContain('kept');
  });

  it('keeps my changes and takes over what only they have changed', () => {
    const draft = opened();
    change(draft, 'command', 'mine');
    draft.fileNowSays(now({ command: 'theirs', cwd: '/there' }));
    draft.keepMine();
    expect(draft.document.value.server).toEqual({ ...server, command: 'mine', cwd: '/there' });
    expect(draft.conflict.value).toBeUndefined();
    expect(draft.isDirty.value).toBe(true);
  });

  it('can be taken instead of mine', () => {
    const draft = opened();
    change(draft, 'command', 'mine');
    draft.fileNowSays(now({ command: 'theirs' }));
    draft.takeTheirs();
    expect(draft.document.value.server['command']).toBe('theirs');
    expect(draft.isDirty.value).toBe(false);
  });

  it('is what was just saved, in the words of the file', () => {
    const draft = opened();
    change(draft, 'command', 'mine');
    draft.settle();
    expect(draft.isDirty.value).toBe(false);
    draft.fileNowSays(now({ command: 'mine', cwd: '/added-by-the-client' }));
    expect(draft.conflict.value).toBeUndefined();
    expect(draft.document.value.server['cwd']).toBe('/added-by-the-client');
  });

  it('is what was just saved, even when it is heard of before the answer', () => {
    const draft = opened();
    change(draft, 'command', 'mine');
    draft.fileNowSays(now({ command: 'mine' }));
    draft.settle();
    expect([draft.isDirty.value, draft.conflict.value]).toEqual([false, undefined]);
  });

  it('is no longer a conflict once the file is as before', () => {
    const draft = opened();
    change(draft, 'command', 'mine');
    draft.fileNowSays(now({ command: 'theirs' }));
    draft.fileNowSays(now({}));
    expect(draft.conflict.value).toBeUndefined();
  });
});
