import { expect, it } from 'vitest';
import type { ClientView } from '../../../src/api/contract/clients.ts';
import type { ServerRow } from '../../../src/api/contract/servers.ts';
import type { Scope } from '../../../src/model/scope.ts';
import {
  choicesIn,
  inScope,
  namesIn,
  scopesWithFiles,
} from '../../../web/src/components/server-form/target-choices.ts';

const file = (scope: Scope, more: { writable?: boolean; variant?: string } = {}) => ({
  scope,
  file: { path: `/${scope}`, short: `~/${scope}` },
  exists: false,
  format: 'json',
  servers: 0,
  issues: [],
  writable: true,
  ...more,
});

const client = (id: string, isHere: boolean, files: ClientView['files']) =>
  ({ id, name: id, isHere, files }) as unknown as ClientView;

const clients = [
  client('absent', false, [file('user')]),
  client('cursor', true, [file('user'), file('project')]),
  client('claude-code', true, [file('user'), file('user', { variant: 'other' }), file('local'), file('managed')]),
  client('canonical', false, [file('user'), file('project')]),
  client('sealed', true, [file('user', { writable: false })]),
];

it('offers writable targets, our catalog and installed clients first', () => {
  const names = choicesIn(clients, 'user').map(({ target }) => target.client);
  expect(names).toEqual(['canonical', 'claude-code', 'claude-code', 'cursor', 'absent']);
  expect(scopesWithFiles(clients)).toEqual(['user', 'project', 'local']);
});

it('takes the chosen clients along into another scope', () => {
  const chosen = [
    { client: 'cursor', scope: 'user' },
    { client: 'absent', scope: 'user' },
  ] as const;
  expect(inScope(chosen, clients, 'project')).toEqual([{ client: 'cursor', scope: 'project' }]);
  expect(inScope([{ client: 'claude-code', scope: 'local' }], clients, 'user')).toEqual([
    { client: 'claude-code', scope: 'user' },
  ]);
});

it('knows which names are taken in the chosen files alone', () => {
  const row = (name: string, at: number) => ({ name, places: [at] }) as unknown as ServerRow;
  const place = (scope: Scope) => ({ client: 'cursor', clientName: 'Cursor', scope, file: file(scope).file });
  const known = { servers: [row('a', 0), row('b', 1)], places: [place('user'), place('project')] };
  expect([...namesIn(known, [{ client: 'cursor', scope: 'user' }])]).toEqual(['a']);
  expect([...namesIn(known, [{ client: 'canonical', scope: 'user' }])]).toEqual([]);
});
