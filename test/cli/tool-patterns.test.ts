import { describe, expect, it } from 'vitest';
import { catalog, machine } from './support/machine.ts';

const server = { command: 'uvx', args: ['git'], tools: { allow: ['get_*'], deny: ['get_secret'] }, targets: ['codex'] };
const ours = {
  servers: { git: server },
  profiles: { read: { servers: ['git'], tools: { git: { deny: ['*_all'] } } } },
};

describe('a pattern for a client that compares whole names of tools', () => {
  it('is reported by every command that leaves it out, and is no drift', () => {
    const here = machine({ [catalog]: JSON.stringify(ours) });
    const lost = (args: readonly string[], input = ''): string[] => {
      const { stdout, stderr } = here.run(args, { input });
      return [...new Set((stdout + stderr).match(/(?:\w+: )?git\.tools\S* \w+: it compares[^\n]*/g))];
    };
    const allow =
      'git.tools.allow dropped: it compares whole names of tools, so get_* would match none; it offers all tools';
    const deny = 'git.tools.deny approximated: it compares whole names of tools, so *_all would match none';
    expect(lost(['sync', '--yes'])).toEqual([`codex: ${allow}`]);
    expect(here.read('~/.codex/config.toml')).not.toContain('get_*');
    expect(here.read('~/.codex/config.toml')).toContain('get_secret');
    expect(here.run(['sync', '--check']).code).toBe(0);
    expect(lost(['profile', 'use', 'read', '--yes'])).toEqual([`codex: ${deny}`, `codex: ${allow}`]);
    expect(here.read('~/.codex/config.toml')).not.toContain('*');
    expect(lost(['copy', 'git', '--from', 'canonical', '--to', 'goose', '--yes'])).toEqual([`goose: ${allow}`]);
    expect(lost(['translate', '--from', 'canonical', '--to', 'codex'], JSON.stringify(ours))).toEqual([allow]);
  });

  it('is removed where an earlier sync wrote it', () => {
    const here = machine({ [catalog]: JSON.stringify({ servers: { git: { ...server, tools: { allow: ['get'] } } } }) });
    here.run(['sync', '--yes']);
    here.write('~/.codex/config.toml', here.read('~/.codex/config.toml').replace('["get"]', '["get_*"]'));
    here.write(catalog, JSON.stringify(ours));
    // A field that is dropped is a loss of the run that drops it.
    expect(here.run(['sync', '--prefer', 'mine', '--yes']).code).toBe(6);
    expect(here.read('~/.codex/config.toml')).not.toContain('get_*');
    expect(here.run(['sync', '--check']).code).toBe(0);
  });
});
