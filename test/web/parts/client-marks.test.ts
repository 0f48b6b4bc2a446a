import { expect, it } from 'vitest';
import { clientMarks } from '../../../web/src/components/sync/client-marks.ts';

const columns = (...names: string[]): { client: string; clientName: string }[] =>
  names.map((clientName) => ({ client: clientName, clientName }));

it('gives every client two letters of its own, and the files of one client the same', () => {
  const marks = clientMarks(columns('Claude Code', 'Codex', 'Continue', 'Copilot CLI', 'Cursor', 'VS Code', 'Codex'));
  expect(marks).toEqual(['CC', 'Co', 'Cn', 'Cp', 'Cu', 'VS', 'Co']);
});
