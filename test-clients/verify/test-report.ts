import { stripVTControlCharacters } from 'node:util';
import type { Difference, Outcome } from './outcome.ts';

/** The part of Vitest's JSON report that is needed. */
interface TestReport {
  readonly testResults: readonly {
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** What a run of the tests says about the one client that it asked. Throws if it asked nothing, or not everything. */
export function outcomeOf(text: string): Outcome {
  const { testResults } = JSON.parse(text) as TestReport;
  // A file that cannot be loaded has no tests that could fail.
  const broken = testResults.find(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  if (broken) throw new Error(withoutStack(broken.message ?? 'a file of tests failed'));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  if (!tests.some(({ status }) => status === 'passed' || status === 'failed')) throw new Error('no test ran');
  const differences = tests
    .filter(({ status }) => status === 'failed')
    .flatMap(({ title, failureMessages = [] }) =>
      failureMessages.map((message): Difference => ({ test: title, message: withoutStack(message) })),
    );
  return differences.length > 0 ? { kind: 'differs', differences } : { kind: 'holds' };
}

const longest = 500;

/** What is wrong, in one line; a program may have printed pages. */
function withoutStack(message: string): string {
  const [text = ''] = stripVTControlCharacters(message).split(/\n\s+at /);
  const line = text
    .replace(/^(?:AssertionError|Error): /, '')
    .replace(' // Object.is equality', '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
