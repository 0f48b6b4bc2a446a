import { describe, expect, it } from 'vitest';
import type { CellDetail, MatrixAnswer } from '../../src/api/contract/matrix.ts';
import { Page } from './support/page.ts';

const secret = 'ghp_matrixcanary0123456789abcdefABCD';

function page(): Page {
  const one = new Page();
  one.write('.config/plugboard/plugboard.json', {
    servers: {
      same: { command: 'node', args: ['a.js'] },
      other: { command: 'node', env: { TOKEN: secret } },
      absent: { command: 'node' },
      stream: { transport: 'sse', url: 'https://example.com/sse' },
      quiet: { command: 'node', args: ['q.js'] },
    },
  });
  one.write('.cursor/mcp.json', {
    mcpServers: {
      same: { command: 'node', args: ['a.js'] },
      other: { command: 'deno', env: { TOKEN: `${secret}2` } },
      theirs: { command: 'bun' },
    },
  });
  one.write('.codeium/windsurf/mcp_config.json', {
    mcpServers: { quiet: { command: 'node', args: ['q.js'], disabled: true } },
  });
  one.write('.codex/config.toml', 'this is not = [toml\n');
  one.write('work/.mcp.json', { mcpServers: { same: { command: 'node', args: ['a.js'] } } });
  return one;
}

async function words(one: Page, client: string, scope = 'user'): Promise<Record<string, string>> {
  const { columns, rows, words: all } = (await one.get('matrix')).body as MatrixAnswer;
  const at = columns.findIndex((column) => column.client === client && column.scope === scope);
  return Object.fromEntries(rows.map(({ name, cells }) => [name, all[cells[at] ?? -1] ?? 'no column']));
}

const detail = async (one: Page, name: string): Promise<CellDetail> =>
  (await one.get(`matrix/cell?name=${name}&client=cursor&scope=user`)).body as CellDetail;

describe('the matrix', () => {
  it('says what becomes of every server in every file, also in those it cannot read', async () => {
    const one = page();
    expect(await words(one, 'cursor')).toEqual({
      absent: 'not-there',
      other: 'differs',
      quiet: 'not-there',
      same: 'same',
      stream: 'not-there',
      theirs: 'only-here',
    });
    expect((await words(one, 'windsurf'))['quiet']).toBe('off');
    expect(new Set(Object.values(await words(one, 'codex')))).toEqual(new Set(['cannot-write']));
    const { columns } = (await one.get('matrix')).body as MatrixAnswer;
    expect(columns.find(({ client }) => client === 'codex')?.unreadable).toMatchObject({ line: 1, severity: 'error' });
  });

  it('shows both sides of a cell field by field, and no secret', async () => {
    const one = page();
    const cell = await detail(one, 'other');
    expect(cell.fields.find(({ field }) => field === 'command')).toEqual({
      field: 'command',
      catalog: 'node',
      client: 'deno',
      same: false,
    });
    expect(cell.fields.find(({ field }) => field === 'env.TOKEN')?.same).toBe(false);
    expect(cell.actions).toEqual(['push', 'pull', 'ignore', 'off', 'remove']);
    expect(one.replies.join('\n')).not.toContain(secret.slice(8));
  });

  it('leaves a difference alone as long as it is the same difference', async () => {
    const one = page();
    const where = { name: 'other', client: 'cursor', scope: 'user' };
    expect((await one.post('matrix/ignored', { ...where, ignored: true })).status).toBe(200);
    expect((await words(one, 'cursor'))['other']).toBe('ignored');
    one.write('.cursor/mcp.json', { mcpServers: { other: { command: 'third' } } });
    expect((await words(one, 'cursor'))['other']).toBe('differs');
  });

  it('rejects unknown cells and invalid targets', async () => {
    const one = page();
    expect((await one.get('matrix/cell?name=same&client=nobody&scope=user')).status).toBe(404);
    const wrong = await one.get('matrix/cell?name=same&client=cursor&scope=somewhere');
    expect([wrong.status, wrong.body.error.field]).toEqual([400, 'scope']);
  });

  it('writes what was staged in one step, and takes all of it back in one', async () => {
    const one = page();
    const before = [one.read('.cursor/mcp.json'), one.read('.config/plugboard/plugboard.json')];
    const at = { client: 'cursor', scope: 'user' } as const;
    const plan = await one.post('plans', {
      kind: 'sync',
      cells: [
        { ...at, name: 'absent', action: 'push' },
        { ...at, name: 'theirs', action: 'pull' },
        { ...at, name: 'other', action: 'push' },
        { ...at, name: 'same', action: 'remove' },
        { ...at, client: 'windsurf', name: 'quiet', action: 'on' },
      ],
    });
    expect(plan.body.files.map((file: { file: { short: string } }) => file.file.short).toSorted()).toEqual([
      '~/.codeium/windsurf/mcp_config.json',
      '~/.config/plugboard/plugboard.json',
      '~/.cursor/mcp.json',
    ]);
    const written = await one.post(`plans/${plan.body.id}/write`);
    expect(Object.keys((one.json('.cursor/mcp.json') as { mcpServers: object }).mcpServers)).toEqual([
      'other',
      'theirs',
      'absent',
    ]);
    expect(await words(one, 'cursor')).toMatchObject({ absent: 'same', other: 'same', theirs: 'same' });
    expect((await words(one, 'windsurf'))['quiet']).toBe('same');
    const undo = await one.post('plans', { kind: 'undo', id: written.body.historyId });
    await one.post(`plans/${undo.body.id}/write`);
    expect([one.read('.cursor/mcp.json'), one.read('.config/plugboard/plugboard.json')]).toEqual(before);
    expect(one.replies.join('\n')).not.toContain(secret.slice(8));
  });
});
