import { describe, expect, it } from 'vitest';
import { machine, type Machine } from '../support/machine.ts';

interface Listed {
  readonly servers: readonly { name: string; client: string; state: string; why?: string }[];
}

const claude = '{\n  "mcpServers": { "a": { "command": "a" } },\n  "numStartups": 5\n}\n';

function stateIn(here: Machine, cwd: string): { state: string; why?: string } | undefined {
  const { servers } = here.ask<Listed>(['list', '--client', 'claude-code'], { cwd }).data;
  const found = servers.find(({ name }) => name === 'a');
  return found && { state: found.state, ...(found.why !== undefined && { why: found.why }) };
}

function withTwoProjects(): Machine {
  return machine({ '~/.claude.json': claude, 'one/README.md': '', 'two/README.md': '' });
}

const command = 'plugboard disable a --in claude-code:user --everywhere';
const partly = `off in this project only, on in every other; off everywhere: ${command}`;

describe('a server of the user in Claude Code', () => {
  it('is off in this project only after disable, which says so and names the command for all of them', () => {
    const here = withTwoProjects();
    const { code, stderr } = here.run(['disable', 'a', '--in', 'claude-code'], { cwd: 'one' });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `! claude-code: a.disabled approximated: ${partly}\nUndo with: plugboard undo\n`,
    });
    expect(stateIn(here, 'one')).toEqual({ state: 'off', why: 'this-project' });
    expect(stateIn(here, 'two')).toEqual({ state: 'active' });
    const again = here.run(command.split(' ').slice(1), { cwd: 'one' });
    expect(again.code).toBe(0);
    expect(stateIn(here, 'one')).toEqual({ state: 'off', why: 'parked' });
    expect(stateIn(here, 'two')).toEqual({ state: 'off', why: 'parked' });
  });

  it('says the same in a dry run, to scripts, and when there is nothing to change', () => {
    const here = withTwoProjects();
    const dry = here.run(['disable', 'a', '--in', 'claude-code', '--dry-run'], { cwd: 'one' });
    expect(dry.stderr).toContain(partly);
    expect(here.ask(['disable', 'a', '--in', 'claude-code'], { cwd: 'one' }).warnings).toEqual([
      expect.objectContaining({ code: 'translation-loss', field: 'disabled', why: partly }),
    ]);
    const again = here.run(['disable', 'a', '--in', 'claude-code'], { cwd: 'one' });
    expect(again.stdout).toContain('Nothing to change');
    expect(again.stderr).toContain(partly);
  });

  it('is off in all projects with --everywhere, and back in all of them after enable', () => {
    const here = withTwoProjects();
    const { stderr } = here.run(['disable', 'a', '--in', 'claude-code', '--everywhere'], { cwd: 'one' });
    expect(stderr).toContain('Claude Code has a switch for one project only [entry-parked]');
    expect(stderr).toContain('Restore it with: plugboard enable a --in claude-code:user');
    expect(['one', 'two'].map((cwd) => stateIn(here, cwd)?.state)).toEqual(['off', 'off']);
    here.run(['enable', 'a', '--in', 'claude-code:user'], { cwd: 'two' });
    expect(['one', 'two'].map((cwd) => stateIn(here, cwd)?.state)).toEqual(['active', 'active']);
    expect(here.read('~/.claude.json')).toBe(claude);
  });

  it('is on here after enable, which says where it is still off and names the command for all of them', () => {
    const here = withTwoProjects();
    for (const cwd of ['one', 'two']) here.run(['disable', 'a', '--in', 'claude-code'], { cwd });
    const { stderr } = here.run(['enable', 'a', '--in', 'claude-code'], { cwd: 'one' });
    expect(stderr).toContain('"a" is enabled in this project and still disabled in 1 other');
    const line = 'plugboard enable a --in claude-code:user --everywhere';
    expect(stderr).toContain(`Enable it in all projects with: ${line}`);
    expect(stateIn(here, 'two')?.state).toBe('off');
    expect(here.run(line.split(' ').slice(1), { cwd: 'one' }).code).toBe(0);
    expect(['one', 'two'].map((cwd) => stateIn(here, cwd)?.state)).toEqual(['active', 'active']);
  });

  it('is said to be off in one project when a copy brings it there switched off', () => {
    const here = machine({ '~/.codex/config.toml': '[mcp_servers.a]\ncommand = "a"\nenabled = false\n' });
    const { code, stderr } = here.run(['copy', 'a', '--from', 'codex', '--to', 'claude-code']);
    expect(code).toBe(0);
    expect(stderr).toContain(partly);
  });
});

describe('a server of a client without a switch', () => {
  const cursor = { '~/.cursor/mcp.json': '{ "mcpServers": { "a": { "command": "a" } } }\n' };

  it.each([['--dry-run'], []])('is announced to be taken out of its file (%s)', (...flags) => {
    const here = machine(cursor);
    const { code, stderr } = here.run(['disable', 'a', '--in', 'cursor', ...flags]);
    expect(code).toBe(0);
    expect(stderr).toContain('"a" is parked by Plugboard and not in this file: Cursor has no switch [entry-parked]');
    expect(stderr).toContain('fix: Restore it with: plugboard enable a --in cursor:user');
  });

  it('is announced to scripts too', () => {
    const { warnings } = machine(cursor).ask(['disable', 'a', '--in', 'cursor']);
    expect(warnings).toEqual([
      expect.objectContaining({
        code: 'entry-parked',
        hint: 'Restore it with: plugboard enable a --in cursor:user',
      }),
    ]);
  });

  it('stays off when it is copied to a client that has one', () => {
    const here = machine(cursor);
    here.run(['disable', 'a', '--in', 'cursor']);
    expect(here.run(['copy', 'a', '--from', 'cursor', '--to', 'codex']).code).toBe(0);
    expect(here.read('~/.codex/config.toml')).toContain('enabled = false');
  });
});
