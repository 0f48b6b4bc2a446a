import { describe, expect, it } from 'vitest';
import { askInProcess } from '../cli/support/in-process.ts';
import { machine } from '../cli/support/machine.ts';

const directory = '~/.claude/mcp-configs';

describe('doctor and config sets', () => {
  it('reports what sets check reports, with the same places', async () => {
    const here = machine({
      [`${directory}/bad.json`]: '{"mcpServers":{"a":{"command":""}},"description":5}',
      [`${directory}/broken.json`]: '{',
      [`${directory}/good.json`]: '{"mcpServers":{"a":{"command":"a"}}}',
    });
    const placesIn = (all: readonly Record<string, unknown>[]): unknown[] =>
      all.map(({ code, file, line, column }) => [file, line, column, code].join(' ')).toSorted();
    const checked = await askInProcess(here, ['sets', 'check']);
    const { code, data } = await askInProcess(here, ['doctor']);
    expect([checked.code, code]).toEqual([6, 6]);
    expect(placesIn(data.issues)).toEqual(placesIn(checked.errors));
    expect(data).toMatchObject({ files: 3, errors: 3 });
  });

  it('leaves them out when other clients are asked about', async () => {
    const here = machine({ [`${directory}/broken.json`]: '{' });
    expect((await askInProcess(here, ['doctor', '--client', 'cursor'])).code).toBe(0);
    expect((await askInProcess(here, ['doctor', '--client', 'claude-code'])).code).toBe(6);
  });

  it('reports a directory of sets that is none', async () => {
    const here = machine({ [directory]: 'text' });
    expect((await askInProcess(here, ['doctor'])).data.issues).toMatchObject([
      { code: 'config-sets-unreadable', file: here.path(directory) },
    ]);
  });
});
