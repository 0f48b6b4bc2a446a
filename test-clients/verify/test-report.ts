import { stripVTControlCharacters } from 'node:util';
import type { Difference, Outcome } from './outcome.ts';

/** The part of Vitest's JSON report that is needed. */
interface TestReport {
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** What a run of the tests says about the one client that it asked. Throws if it asked nothing. */
export function outcomeOf(text: string): Outcome {
  const { numTotalTests, testResults } = JSON.parse(text) as TestReport;
  if (numTotalTests === 0) throw new Error(testResults.map(({ message = '' }) => message).join('\n') || 'no test ran');
  const differences = testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .flatMap(({ title, failureMessages = [] }) =>
        failureMessages.map((message): Difference => ({ test: title, message: firstLine(message) })),
      ),
  );
  return differences.length > 0 ? { kind: 'differs', differences } : { kind: 'holds' };
}

/** The rest of a failure is a stack of calls. */
function firstLine(message: string): string {
  const [line = ''] = stripVTControlCharacters(message).split('\n');
  return line.replace(/^(?:AssertionError|Error): /, '').replace(/ \/\/ Object\.is equality$/, '');
}
