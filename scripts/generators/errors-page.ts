import { catalog } from '../../src/model/diagnostics/diagnostic-catalog.ts';
import { errorCatalog } from '../../src/model/diagnostics/error-catalog.ts';
import type { Generator } from './generator.ts';

export const errorsPage: Generator = {
  path: 'docs/errors.md',
  content: () => [...intro, '', '## Issues', '', ...issues(), '', '## Errors', '', ...errors(), ''].join('\n'),
};

const intro = [
  '# Issues and errors',
  '',
  '<!-- Generated from src/model by `npm run generate`. -->',
  '',
  'An **issue** is a problem found in a file. Issues are collected, never thrown, and carry the file, line and column, and',
  'usually a fix. A file whose text has an issue of severity _error_ is not edited. An **error** ends an operation; unless',
  'its meaning below says otherwise, nothing was changed. The codes are stable.',
];

function issues(): string[] {
  const rows = Object.entries(catalog).map(
    ([code, { severity, summary }]) => `| \`${code}\` | ${severity} | ${summary} |`,
  );
  return ['| code | severity | meaning |', '| --- | --- | --- |', ...rows];
}

function errors(): string[] {
  const rows = Object.entries(errorCatalog).map(([code, { summary }]) => `| \`${code}\` | ${summary} |`);
  return ['| code | meaning |', '| --- | --- |', ...rows];
}
