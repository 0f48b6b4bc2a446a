import { expect, it } from 'vitest';
import {
  checkDraft,
  nameProblem,
  retriesProblem,
  timeoutProblem,
  urlProblem,
} from '../../../web/src/components/server-form/document/check-draft.ts';
import {
  documentOf,
  emptyDocument,
  withField,
  withTransport,
} from '../../../web/src/components/server-form/document/server-document.ts';

const taken = new Set(['github']);

it.each(['a', 'file-system_2', '0'])('takes the name %j', (name) => {
  expect(nameProblem(name, { taken })).toBeUndefined();
});

it.each(['', 'Upper', 'a b', 'a.b', 'ä', 'github', 'x'.repeat(101)])('refuses the name %j', (name) => {
  expect(nameProblem(name, { taken })).toBeTypeOf('string');
});

it('leaves a name alone that is there already', () => {
  expect(nameProblem('My.Server', { taken: new Set(['My.Server']), current: 'My.Server' })).toBeUndefined();
});

it.each(['https://a.example', 'http://localhost:3000/mcp', '${BASE}/mcp', 'https://${HOST:-a.example}/', '⟪kept:url⟫'])(
  'takes the address %j',
  (url) => {
    expect(urlProblem(url)).toBeUndefined();
  },
);

it.each(['', '  ', 'a.example', 'ftp://a.example', 'https://', 'http://a b'])('refuses the address %j', (url) => {
  expect(urlProblem(url)).toBeTypeOf('string');
});

it('counts seconds from one and retries from zero', () => {
  expect([0, -1, 1.5, undefined].map((value) => timeoutProblem(value) === undefined)).not.toContain(true);
  expect(timeoutProblem(1)).toBeUndefined();
  expect([-1, 0.5, undefined].map((value) => retriesProblem(value) === undefined)).not.toContain(true);
  expect(retriesProblem(0)).toBeUndefined();
});

it('asks for a command or an address, as the type wants it', () => {
  const empty = emptyDocument();
  const fields = (document = empty): string[] => checkDraft('a', document, empty, { taken }).map(({ field }) => field);
  expect(fields()).toEqual(['command']);
  expect(fields(withTransport(empty, 'http'))).toEqual(['url']);
  expect(fields(documentOf({ command: 'x', timeout: 0, retries: -1 }))).toEqual(['timeout', 'retries']);
});

it('does not complain of numbers that were there before', () => {
  const base = documentOf({ command: 'x', timeout: 0.5 });
  expect(checkDraft('a', withField(base, 'command', 'y'), base, { taken })).toEqual([]);
});
