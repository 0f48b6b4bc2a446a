import { describe, expect, it } from 'vitest';
import { readTools } from '../../../src/runtime/tools/listed-tool.ts';

describe('readTools', () => {
  it('reads what it knows and keeps all the rest', () => {
    const raw = {
      name: 'add',
      title: 'Add',
      description: 'Adds.',
      inputSchema: { type: 'object' },
      outputSchema: { type: 'object' },
      annotations: { readOnlyHint: true },
      icons: [],
      'x-more': { a: 1 },
    };
    expect(readTools([raw])).toEqual({
      tools: [
        {
          name: 'add',
          title: 'Add',
          description: 'Adds.',
          inputSchema: raw.inputSchema,
          outputSchema: raw.outputSchema,
          annotations: raw.annotations,
          raw,
        },
      ],
      problems: [],
    });
  });

  it('does without a tool that cannot be used, and not without the others', () => {
    const { tools, problems } = readTools([
      null,
      'add',
      { description: 'nameless' },
      { name: '' },
      { name: 'good', inputSchema: { type: 'object' } },
      { name: 'good', description: 'again', inputSchema: {} },
      { name: 'bare' },
      { name: 'wrong', inputSchema: [], description: 5, title: null },
    ]);
    expect(tools.map(({ name, inputSchema }) => [name, inputSchema])).toEqual([
      ['good', { type: 'object' }],
      ['bare', { type: 'object' }],
      ['wrong', { type: 'object' }],
    ]);
    expect(tools[2]).not.toHaveProperty('description');
    expect(problems).toEqual([
      { at: 0, reason: 'no-name' },
      { at: 1, reason: 'no-name' },
      { at: 2, reason: 'no-name' },
      { at: 3, reason: 'no-name' },
      { at: 5, tool: 'good', reason: 'listed-twice' },
      { at: 6, tool: 'bare', reason: 'no-schema' },
      { at: 7, tool: 'wrong', reason: 'no-schema' },
    ]);
  });

  it('drops values nested too deeply for later readers', () => {
    const deep = JSON.parse(
      `{"name":"deep","inputSchema":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
    ) as unknown;
    expect(readTools([deep, { name: 'good', inputSchema: {} }])).toMatchObject({
      tools: [{ name: 'good' }],
      problems: [{ at: 0, tool: 'deep', reason: 'too-deep' }],
    });
  });
});
