import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { applyEdits } from '../../src/formats/edit-list.ts';
import { removeValue, setValue } from '../../src/formats/edit.ts';
import { loadFormat } from '../../src/formats/index.ts';
import type { FormatId } from '../../src/formats/types.ts';
import type { Value } from '../../src/model/value.ts';

interface Block {
  readonly format: FormatId;
  readonly role: string;
  readonly path: readonly string[];
  readonly text: string;
}

const page = readFileSync(fileURLToPath(new URL('../../docs/formats.md', import.meta.url)), 'utf8');
const blocks = Array.from(page.matchAll(/^```(\w+) (\w+) ?(\S*)\n(.*?)^```$/gms), toBlock);
const examples = blocks.flatMap((block, index) => (block.role === 'before' ? [blocks.slice(index, index + 3)] : []));

function toBlock([, format, role = '', path = '', text = '']: RegExpMatchArray): Block {
  return { format: format as FormatId, role, path: path.split('.'), text };
}

it('has examples, each of three blocks', () => {
  expect(examples.length).toBeGreaterThan(3);
  expect(blocks).toHaveLength(examples.length * 3);
});

it.each(examples)('example %# is true', async (before, change, after) => {
  const format = await loadFormat(before?.format ?? 'json');
  const text = before?.text ?? '';
  const path = change?.path ?? [];
  const edits =
    change?.role === 'set'
      ? setValue(format, text, path, JSON.parse(change.text) as Value)
      : removeValue(format, text, path);
  expect(after?.role).toBe('after');
  expect(applyEdits(text, edits)).toBe(after?.text);
});
