import { describe, expect, it } from 'vitest';
import { machine } from './support/machine.ts';

const onLinux = process.platform === 'linux';

describe('plugboard config', () => {
  it.runIf(onLinux)('shows the paths of our files, which exist, and the settings', () => {
    const box = machine({ 'plugboard.json': '{}' });
    expect(box.run(['config'])).toEqual({
      code: 0,
      stdout: `${[
        '· catalog  ~/.config/plugboard/plugboard.json  your servers, does not exist yet',
        '✓ project  plugboard.json                      the servers of this project',
        '· state    ~/.local/state/plugboard            history and backups, does not exist yet',
        '· cache    ~/.cache/plugboard                  caches, safe to delete, does not exist yet',
        '0 changes in the history',
        '',
        'Set in the environment:',
        '  NO_COLOR=1',
        '  LANG=C.UTF-8',
      ].join('\n')}\n`,
      stderr: '',
    });
  });

  it.runIf(onLinux)('says which variable decides', () => {
    const env = { XDG_CONFIG_HOME: '/somewhere', PLUGBOARD_HOME: '/moved', XDG_STATE_HOME: '/unheard' };
    const { stdout } = machine().run(['config'], { env });
    expect(stdout).toMatch(/^· catalog {2}\/somewhere\/plugboard\/plugboard\.json .* by XDG_CONFIG_HOME$/m);
    expect(stdout).toMatch(/^· state {4}\/moved\/state .* by PLUGBOARD_HOME$/m);
    expect(stdout).toMatch(/^ {2}PLUGBOARD_HOME=\/moved$/m);
  });

  it('counts the changes', () => {
    const box = machine();
    box.run(['add', 'one', '--', 'x']);
    expect(box.run(['config']).stdout).toContain('\n1 change in the history\n');
  });

  it('prints the same as data, with the variables of assistants and without secrets', () => {
    const env = { CODEX_HOME: '/codex', EDITOR: 'vi --token=ghp_0123456789abcdefghijklmnopqrstuvwxyz' };
    const { code, data } = machine().ask(['config'], { env });
    expect(code).toBe(0);
    expect(data).toMatchObject({
      project: { path: expect.stringMatching(/\/plugboard\.json$/) as string, exists: false },
      history: { changes: 0 },
      environment: { CODEX_HOME: '/codex' },
    });
    expect(JSON.stringify(data)).not.toContain('ghp_');
  });
});

describe('plugboard config path', () => {
  it.runIf(onLinux)('prints one path, that of your catalog when none is named', () => {
    const box = machine();
    expect(box.run(['config', 'path'])).toEqual({
      code: 0,
      stdout: 'HOME/.config/plugboard/plugboard.json\n',
      stderr: '',
    });
    expect(box.run(['config', 'path', 'project']).stdout).toBe('PROJECT/plugboard.json\n');
    expect(box.run(['config', 'path', 'state']).stdout).toBe('HOME/.local/state/plugboard\n');
    expect(box.run(['config', 'path', 'cache']).stdout).toBe('HOME/.cache/plugboard\n');
    expect(box.ask(['config', 'path', 'cache']).data).toEqual({ place: 'cache', path: 'HOME/.cache/plugboard' });
  });

  it('knows where the program itself writes', () => {
    const box = machine();
    box.run(['add', 'one', '--', 'x']);
    const { path } = box.ask<{ path: string }>(['config', 'path', 'catalog']).data;
    expect(path.endsWith('/plugboard/plugboard.json')).toBe(true);
    expect(box.ask<Record<string, { exists: boolean }>>(['config']).data['catalog']?.exists).toBe(true);
  });

  it('knows no other place', () => {
    const { code, stdout, stderr } = machine().run(['config', 'path', 'moon']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('catalog, project, state, cache');
  });
});
