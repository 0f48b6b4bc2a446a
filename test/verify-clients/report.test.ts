import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keptOutcomes, sourcesDigest } from '../../test-clients/verify/kept-outcomes.ts';
import { verifyOptions } from '../../test-clients/verify/options.ts';
import type { ClientReport } from '../../test-clients/verify/outcome.ts';
import { reportText, summaryText } from '../../test-clients/verify/report-text.ts';
import { outcomeOf } from '../../test-clients/verify/test-report.ts';

const base = { id: 'codex', package: '@openai/codex', claimed: { version: '1.0.0', on: '2026-01-01' } };
const holds: ClientReport = { ...base, asked: '1.1.0', outcome: { kind: 'holds' } };

describe('the report of a client', () => {
  it('says what the definition can claim when a newer release holds', () => {
    expect(reportText(holds, '2026-02-03')).toBe(
      [
        'codex 1.0.0 → 1.1.0: all holds',
        "  src/clients/definitions/codex.ts can say: verified: { on: '2026-02-03', by: 'run', version: '1.1.0' }",
      ].join('\n'),
    );
    expect(reportText({ ...holds, asked: '1.0.0' }, '2026-02-03')).toBe('codex 1.0.0: all holds');
  });

  it('names each difference, the file to change, and the command that repeats it', () => {
    const differences = [{ test: 'codex uses its user file', message: "env.A of plain: expected undefined to be 'x'" }];
    const report: ClientReport = { ...holds, outcome: { kind: 'differs', differences } };
    expect(reportText(report, '2026-02-03')).toBe(
      [
        'codex 1.0.0 → 1.1.0: 1 fact no longer holds',
        "  codex uses its user file: env.A of plain: expected undefined to be 'x'",
        '  to change: src/clients/definitions/codex.ts',
        '  to repeat: npm run verify-clients -- --drift --again --keep codex',
      ].join('\n'),
    );
    expect(summaryText([holds, report])).toBe('1 hold, 1 differ, 0 could not be asked');
  });
});

describe('a report of the tests', () => {
  const reportOf = (...failureMessages: string[]): string =>
    JSON.stringify({
      testResults: [
        { status: 'passed', assertionResults: [] },
        {
          status: failureMessages.length > 0 ? 'failed' : 'passed',
          assertionResults: [
            { title: 'user', status: failureMessages.length > 0 ? 'failed' : 'passed', failureMessages },
            { title: 'project', status: 'pending' },
          ],
        },
      ],
    });

  it('holds if no test failed', () => expect(outcomeOf(reportOf())).toEqual({ kind: 'holds' }));

  it('gives each failure in one line, without its stack', () => {
    const first =
      'AssertionError: status of web: expected 1 to be 2 // Object.is equality\n    at a (b.ts:1:2)\n    at c';
    const second = 'Error: This is no JSON:\nusage: codex\n  --help\n    at d (e.ts:1:2)';
    expect(outcomeOf(reportOf(first, second))).toEqual({
      kind: 'differs',
      differences: [
        { test: 'user', message: 'status of web: expected 1 to be 2' },
        { test: 'user', message: 'This is no JSON: usage: codex --help' },
      ],
    });
  });

  it('is no outcome if no test ran, or if a file could not be loaded', () => {
    const outcomeOfFiles = (...testResults: object[]) => outcomeOf(JSON.stringify({ testResults }));
    const skipped = { status: 'passed', assertionResults: [{ title: 'user', status: 'skipped' }] };
    const passed = { status: 'passed', assertionResults: [{ title: 'user', status: 'passed' }] };
    const broken = { status: 'failed', message: 'Error: Cannot find module', assertionResults: [] };
    expect(() => outcomeOfFiles()).toThrow('no test ran');
    expect(() => outcomeOfFiles(skipped)).toThrow('no test ran');
    expect(() => outcomeOfFiles(passed, broken)).toThrow(/^Cannot find module$/);
  });
});

it('keeps outcomes by version and sources', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-verify-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'verified.json');
  writeFileSync(join(folder, 'one.ts'), '1');
  const before = sourcesDigest([folder]);
  keptOutcomes(file, before).keep('codex', '1.1.0', { kind: 'holds' });
  expect(sourcesDigest([folder])).toBe(before);
  expect(keptOutcomes(file, before).find('codex', '1.1.0')).toEqual({ kind: 'holds' });
  expect(keptOutcomes(file, before).find('codex', '1.2.0')).toBeUndefined();
  writeFileSync(join(folder, 'one.ts'), '2');
  expect(keptOutcomes(file, sourcesDigest([folder])).find('codex', '1.1.0')).toBeUndefined();
  writeFileSync(file, '{');
  expect(keptOutcomes(file, before).find('codex', '1.1.0')).toBeUndefined();
});

it('refuses clients and limits that cannot be meant', () => {
  expect(verifyOptions(['--drift', 'codex'])).toMatchObject({
    drift: true,
    again: false,
    minutes: 180,
    ids: ['codex'],
  });
  expect(() => verifyOptions(['codexx'])).toThrow('unknown client codexx');
  expect(() => verifyOptions(['--minutes', 'x'])).toThrow('--minutes');
  expect(() => verifyOptions(['--drfit'])).toThrow('--drfit');
});
