import { describe, expect, it } from 'vitest';
import { reasonAgainst, targetsOf } from '../../src/cli/wizard/chosen-targets.ts';
import { definedBy, writtenFor } from '../../src/cli/wizard/defined-servers.ts';
import type { Draft, Topic } from '../../src/cli/wizard/draft.ts';
import { firstDraft } from '../../src/cli/wizard/first-draft.ts';
import { nextStep, previousStep } from '../../src/cli/wizard/step.ts';
import { steps } from '../../src/cli/wizard/steps.ts';
import { clients } from '../../src/clients/registry.ts';
import { nameOf } from '../../src/manage/plan/target.ts';

/** The steps that these answers lead through, forwards and backwards. */
function walk(draft: Draft): { there: Topic[]; back: Topic[] } {
  const there: Topic[] = [];
  const back: Topic[] = [];
  for (let at = nextStep(steps, draft, -1); at < steps.length; at = nextStep(steps, draft, at))
    there.push(steps[at]?.topic as Topic);
  for (let at = previousStep(steps, draft, steps.length); at !== -1; at = previousStep(steps, draft, at))
    back.unshift(steps[at]?.topic as Topic);
  return { there, back };
}

const nothing = firstDraft({ server: {} }, {});
const command: Partial<Draft> = { way: 'steps', name: 'a', transport: 'stdio', commandLine: ['run', 'it'] };
const oneScope = [clients['claude-desktop']];

describe('the steps of the wizard', () => {
  it.each<[string, Draft, Topic[]]>([
    ['at the start', nothing, ['way', 'clients', 'review']],
    ['for a program', { ...nothing, ...command }, ['way', 'name', 'transport', 'command', 'env', 'clients', 'review']],
    [
      'for an address',
      { ...nothing, way: 'steps', transport: 'sse' },
      ['way', 'name', 'transport', 'url', 'headers', 'clients', 'review'],
    ],
    [
      'with a secret',
      { ...nothing, ...command, env: { API_KEY: 'sk-1a2b3c4d5e6f7g8h' } },
      ['way', 'name', 'transport', 'command', 'env', 'secrets', 'clients', 'review'],
    ],
    ['for a pasted server with a name', pasted([['a', true]]), ['way', 'paste', 'clients', 'review']],
    ['for a pasted server without', pasted([['a', false]]), ['way', 'paste', 'name', 'clients', 'review']],
    [
      'for several pasted servers',
      pasted([
        ['a', false],
        ['b', true],
      ]),
      ['way', 'paste', 'pick', 'clients', 'review'],
    ],
    [
      'for the one unnamed server of several that is picked',
      {
        ...pasted([
          ['a', false],
          ['b', true],
        ]),
        picked: ['a'],
      },
      ['way', 'paste', 'pick', 'name', 'clients', 'review'],
    ],
    [
      'for clients with several scopes',
      { ...pasted([['a', true]]), clients: [...oneScope, clients.codex] },
      ['way', 'paste', 'clients', 'scope', 'review'],
    ],
    [
      'for clients with one scope',
      { ...pasted([['a', true]]), clients: oneScope },
      ['way', 'paste', 'clients', 'review'],
    ],
    [
      'when the name is taken',
      { ...pasted([['a', true]]), taken: ['codex:user'] },
      ['way', 'paste', 'clients', 'conflict', 'review'],
    ],
  ])('%s', (_, draft, topics) => {
    expect(walk(draft)).toEqual({ there: topics, back: topics });
  });

  it('leaves out what options say', () => {
    const said = firstDraft(
      {
        name: 'a',
        server: { transport: 'stdio', env: { A: 'b' } },
        targets: [{ client: clients.codex, scope: 'user' }],
        conflict: 'skip',
      },
      { yes: true },
    );
    expect(walk({ ...said, taken: ['codex:user'] }).there).toEqual(['command']);
    const scoped = firstDraft({ server: {}, scope: 'project' }, { dryRun: true });
    expect(walk({ ...scoped, ...command, clients: [clients.codex] }).there).toEqual([
      'way',
      'name',
      'transport',
      'command',
      'env',
      'clients',
    ]);
  });
});

describe('what the answers come to', () => {
  it('is a definition without what belongs to the other kind of server', () => {
    const draft = { ...nothing, ...command, url: 'https://x.example', headers: { A: 'b' }, env: { C: 'd' } };
    expect(definedBy({ ...draft, base: { timeout: 5 } })).toEqual({
      a: { timeout: 5, transport: 'stdio', command: 'run', args: ['it'], env: { C: 'd' } },
    });
    expect(definedBy({ ...draft, transport: 'http' })).toEqual({
      a: { transport: 'http', url: 'https://x.example', headers: { A: 'b' } },
    });
  });

  it('has references instead of secrets when the person wants them', () => {
    const draft: Draft = { ...nothing, ...command, env: { API_KEY: 'sk-1a2b3c4d5e6f7g8h' } };
    expect(writtenFor({ ...draft, secrets: 'reference' })).toMatchObject({
      servers: { a: { env: { API_KEY: '${API_KEY}' } } },
      variables: ['API_KEY'],
    });
    expect(writtenFor({ ...draft, secrets: 'plain' }).variables).toEqual([]);
  });

  it('is in the chosen scope where there is one, else in the only one', () => {
    const draft: Draft = { ...nothing, clients: [clients.canonical, ...oneScope], scope: 'project' };
    expect(targetsOf(draft).map(nameOf)).toEqual(['catalog:project', 'claude-desktop:user']);
  });

  it('is nothing for a client that cannot take it', () => {
    const remote: Draft = { ...nothing, way: 'steps', name: 'workspace', transport: 'http' };
    expect(reasonAgainst(clients['claude-desktop'], remote)).toBe('does not support http servers');
    expect(reasonAgainst(clients['claude-code'], remote)).toBe('does not accept this name');
    expect(reasonAgainst(clients.canonical, remote)).toBeUndefined();
    const scoped = { ...firstDraft({ server: {}, scope: 'local' }, {}), ...command };
    expect(reasonAgainst(clients.codex, scoped)).toBe('has no local scope');
  });
});

function pasted(servers: readonly (readonly [string, boolean])[]): Draft {
  const found = servers.map(([name, named]) => ({ name, named, server: { command: 'run' } }));
  return { ...nothing, way: 'paste', found };
}
