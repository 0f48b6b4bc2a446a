import { expect, it } from 'vitest';
import { catalog } from '../../src/model/diagnostic-catalog.ts';
import { errorCatalog } from '../../src/model/error.ts';

// Scripts and suppressions out there name these codes, so a code is never renamed and never given another meaning. When
// this test goes red: add a new code to its list, in the order of the catalog. When a code has gone missing, put it back.
// Taking one out on purpose is a breaking change and needs a line in the changelog.

it('keeps the codes of findings', () => {
  expect(Object.entries(catalog).map(([code, { severity }]) => `${severity} ${code}`)).toEqual([
    'error syntax',
    'error json-comment',
    'error json-trailing-comma',
    'error duplicate-key',
    'error encoding',
    'error unreadable',
    'warning no-servers',
    'error wrong-type',
    'error unknown-transport',
    'error command-missing',
    'error command-empty',
    'error url-missing',
    'error url-invalid',
    'error command-and-url',
    'warning transport-inferred',
    'error name-empty',
    'error name-too-long',
    'error name-characters',
    'warning name-differs',
    'warning switch-ignored',
    'warning switch-conflict',
    'warning timeout-ignored',
    'warning retries-ignored',
    'warning platform-unknown',
    'warning auth-unknown',
    'warning field-unused',
    'error type-missing',
    'warning server-referenced',
    'warning key-ignored',
    'warning reference-unexpanded',
  ]);
});

it('keeps the codes of errors', () => {
  expect(Object.keys(errorCatalog)).toEqual([
    'document-malformed',
    'path-missing',
    'path-taken',
    'path-blocked',
    'value-inexpressible',
    'target-unknown',
    'server-exists',
    'server-missing',
    'server-invalid',
    'server-referenced',
    'edit-unverified',
    'conflict',
    'write-failed',
    'rollback-failed',
    'locked',
    'history-missing',
  ]);
});
