import { describe, expect, it } from 'vitest';
import { catalog, type Machine, machine } from '../support/machine.ts';

const evil = { command: 'npx', args: ['-y', 'evil@1.0.0'] };
const policy = '~/.config/plugboard/policy.json';
const rules = JSON.stringify({ rules: [{ id: 'no', deny: { package: ['npm:evil'] } }] });

/** A client without a switch, clients with one in the entry and elsewhere, and our catalog. */
const places = ['cursor', 'codex', 'claude-code', 'gemini-cli', 'catalog'];

interface Pending {
  readonly pending: readonly { readonly name: string; readonly fingerprint: string }[];
}

/** A machine on which a server of a project was approved and copied to a place. */
function withCopy(place: string): { here: Machine; fingerprint: string } {
  const here = machine({ '.vscode/mcp.json': JSON.stringify({ servers: { evil } }) });
  const { pending } = here.ask<Pending>(['approve']).data;
  const fingerprint = pending[0]?.fingerprint ?? '';
  expect(here.run(['approve', fingerprint]).code).toBe(0);
  expect(here.run(['copy', 'evil', '--from', 'vscode:project', '--to', place, '--yes']).code).toBe(0);
  // Under another name, so that the one of the project is still seen.
  expect(here.run(['rename', 'evil', 'copied', '--in', place, '--yes']).code).toBe(0);
  return { here, fingerprint };
}

/** How a server goes, and the commands that bring it back. */
const ways: Readonly<
  Record<string, readonly [gone: (place: string) => string[], back: (here: Machine, place: string) => string[]]>
> = {
  undo: [(place) => ['remove', 'copied', '--from', place], () => ['undo']],
  'backup restore': [
    (place) => ['remove', 'copied', '--from', place],
    (here) => ['backup', 'restore', here.ask(['backup']).data.backups[0].id],
  ],
  enable: [(place) => ['disable', 'copied', '--in', place], (_, place) => ['enable', 'copied', '--in', place]],
};

const cases = Object.entries(ways).flatMap(([name, [gone, back]]) =>
  places.map((place) => [`${name} in ${place}`, place, gone, back] as const),
);

describe('a server that was denied since', () => {
  it.each(cases)('is not written back: %s', (_, place, gone, back) => {
    const { here, fingerprint } = withCopy(place);
    expect(here.run([...gone(place), '--yes']).code).toBe(0);
    expect(here.run(['deny', fingerprint]).code).toBe(0);
    const before = here.files();
    const line = back(here, place);
    for (const how of ['--yes', '--dry-run']) {
      const answer = here.ask([...line, how]);
      expect(answer).toMatchObject({ code: 1, ok: false, errors: [{ code: 'approval-denied' }] });
    }
    expect(here.files()).toEqual(before);
    const step = /plugboard (approvals forget \w+)/.exec(here.run([...line, '--yes']).stderr)?.[1]?.split(' ') ?? [];
    expect(here.run(step).code).toBe(0);
    expect(here.run([...line, '--yes']).code).toBe(0);
    expect(here.run(['list', '--client', place]).stdout).toContain('copied');
  });

  it.each(cases)('is not written back if a policy denies it: %s', (_, place, gone, back) => {
    const { here } = withCopy(place);
    expect(here.run([...gone(place), '--yes']).code).toBe(0);
    const line = back(here, place);
    here.write(policy, rules);
    const before = here.files();
    for (const how of ['--yes', '--dry-run']) {
      const answer = here.ask([...line, how]);
      expect(answer).toMatchObject({ code: 1, ok: false, errors: [{ code: 'policy-denied' }] });
      expect(answer.errors[0]?.message).toContain('rule "no"');
    }
    expect(here.files()).toEqual(before);
    here.remove(policy);
    expect(here.run([...line, '--yes']).code).toBe(0);
  });
});

it('what is not denied comes back', () => {
  const { here, fingerprint } = withCopy('cursor');
  here.run(['add', 'mine', '--to', 'cursor', '--yes', '--', 'run']);
  here.run(['remove', 'copied', '--from', 'cursor', '--yes']);
  here.run(['disable', 'mine', '--in', 'cursor', '--yes']);
  here.run(['deny', fingerprint]);
  expect(here.run(['enable', 'mine', '--in', 'cursor', '--yes']).code).toBe(0);
  expect(here.run(['undo', '--yes']).code).toBe(0);
  expect(here.read('~/.cursor/mcp.json')).not.toContain('evil');
  expect(here.read(catalog)).toBe('');
});
