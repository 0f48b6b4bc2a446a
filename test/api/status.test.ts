import { expect, it } from 'vitest';
import { statusView } from '../../src/api/views/status.ts';

const outputOf = (...stderr: string[]): string | undefined =>
  statusView({ name: 'failed', failure: { kind: 'exited', message: 'Exited with code 1.', stderr } }, new Date(0))
    .output;

it('shows the last line that a server wrote', () => {
  expect(outputOf('Starting', 'Error: no database', '    at main (x.js:1:1)', 'Node.js v20.19.0')).toBe(
    'Error: no database',
  );
});

it('shows what npm says went wrong, not the path of its log', () => {
  expect(
    outputOf(
      'npm error code E404',
      'npm error 404 Not Found - GET https://registry.example/@x%2fy - Not found',
      'npm error 404',
      'npm error 404 Note that you can also install from a',
      'npm error A complete log of this run can be found in: /home/me/.npm/_logs/debug-0.log',
    ),
  ).toBe('npm error 404 Not Found - GET https://registry.example/@x%2fy - Not found');
  expect(outputOf('npm warn deprecated old@1.0.0', 'Error: no database')).toBe('Error: no database');
});
