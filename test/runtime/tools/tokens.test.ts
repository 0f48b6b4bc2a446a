import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTokens, serverTokens, toolTokens } from '../../../src/runtime/tools/tokens.ts';

describe('estimateTokens', () => {
  /** Counted with the tokenizers of GPT, Claude (two generations), Qwen and DeepSeek: least and most. */
  it.each([
    ['', 0, 0],
    ['hello world, this is a test', 7, 9],
    ['{"type":"object","properties":{"path":{"type":"string"}}}', 14, 24],
    ['Reads a file and returns its text. Use this to look at several files at once.', 17, 26],
    ['\u8bfb\u53d6\u6587\u4ef6\u7684\u5b8c\u6574\u5185\u5bb9', 4, 12],
  ])('%j', (text, least, most) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(least);
    expect(estimateTokens(text)).toBeLessThanOrEqual(most);
  });

  it('is never less for more text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, more) => {
        expect(estimateTokens(`${text} ${more}`)).toBeGreaterThanOrEqual(estimateTokens(text));
      }),
    );
  });
});

it('counts what a model is sent of tools and their server', () => {
  const tool = { name: 'mcp_a_add', description: 'Adds two numbers.', inputSchema: { type: 'object' } };
  const text = '{"name":"mcp_a_add","description":"Adds two numbers.","input_schema":{"type":"object"}}';
  expect(toolTokens(tool)).toBe(estimateTokens(text));
  expect(serverTokens([tool, tool], 'Be kind.')).toBe(2 * toolTokens(tool) + estimateTokens('Be kind.'));
});
