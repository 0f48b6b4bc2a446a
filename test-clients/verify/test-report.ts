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
        failureMessages.map((message): Difference => ({ test: title, message: withoutStack(message) })),
      ),
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
