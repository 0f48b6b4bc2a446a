import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../src/', import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts'))
  .toSorted();

function filesWith(pattern: RegExp): string[] {
  return sources.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')));
}

it('only these files write to a stream of the process, and only text of ours or of a protocol', () => {
  expect(filesWith(/process\.std(?:out|err)\.write\(|\bstd(?:out|err)\.write\(|\bconsole\.|writeSync\([12],/)).toEqual([
    // JSON lines, made safe.
    'cli/gateway/open-audit.ts',
    // Redraw lines at a terminal.
    'cli/output/progress.ts',
    'cli/output/standard-streams.ts',
    'cli/registry/registry-flags.ts',
    'cli/runtime/pending-lines.ts',
    'cli/tui/alternate-screen.ts',
  ]);
  // The answer to a shell that completes words has only values without such characters.
  expect(filesWith(/\bwriteTo\(/)).toEqual([
    'cli/completion/answer-shell.ts',
    'cli/output/output.ts',
    'cli/output/standard-streams.ts',
    'cli/output/terminal-lines.ts',
  ]);
});

it('only these commands print verbatim: JSON, annotations of ours, and content that was asked for', () => {
  expect(filesWith(/\.raw\(/)).toEqual([
    'cli/commands/check.ts',
    'cli/commands/completion.ts',
    'cli/commands/doctor.ts',
    'cli/commands/export.ts',
    'cli/commands/logs.ts',
    'cli/commands/prompts.ts',
    'cli/commands/resources.ts',
    'cli/commands/sets.ts',
    'cli/output/output.ts',
    'cli/output/show-translation.ts',
    'cli/runtime/show-call.ts',
    'cli/secrets/change-secrets.ts',
    'cli/secrets/scan.ts',
    'cli/sync/check-sync.ts',
  ]);
});
