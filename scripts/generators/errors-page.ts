import { catalog } from '../../src/model/diagnostics/diagnostic-catalog.ts';
import { errorCatalog } from '../../src/model/diagnostics/error-catalog.ts';
import type { Generator } from './generator.ts';

export const errorsPage: Generator = {
  path: 'docs/errors.md',
  content: () => [...intro, '', '## Findings', '', ...findings(), '', '## Errors', '', ...errors(), ''].join('\n'),
};

const intro = [
  '# Findings and errors',
  '',
  '<!-- Generated from src/model by `npm run generate`. -->',
  '',
  'A **finding** is something about a file. Findings are collected, never thrown, and carry the file, the line and column',
  'and usually what to do. A finding of severity _error_ about the text itself keeps the file from being edited. An',
  '**error** ends an operation; unless its meaning below says otherwise, nothing has been changed then. The codes are',
  'stable.',
];

function findings(): string[] {
  const rows = Object.entries(catalog).map(
    ([code, { severity, summary }]) => `| \`${code}\` | ${severity} | ${summary} |`,
  );
  return ['| code | severity | meaning |', '| --- | --- | --- |', ...rows];
}

function errors(): string[] {
  const rows = Object.entries(errorCatalog).map(([code, { summary }]) => `| \`${code}\` | ${summary} |`);
  return ['| code | meaning |', '| --- | --- |', ...rows];
}
