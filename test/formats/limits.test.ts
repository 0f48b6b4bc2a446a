import { expect, it } from 'vitest';
import { LONGEST_FOR_LIBRARY, LONGEST_TEXT } from '../../src/formats/limits.ts';
import { parseToml } from '../../src/formats/toml/parse.ts';
import { parseYaml } from '../../src/formats/yaml/parse.ts';

it.each([
  ['TOML', parseToml, 'a = 1\n', LONGEST_TEXT],
  ['YAML', parseYaml, 'a: 1\n', LONGEST_TEXT],
  ['YAML for the library', parseYaml, '- !tag 1\n', LONGEST_FOR_LIBRARY],
])('%s that would exhaust the memory is refused with a reason', (_, parse, line, longest) => {
  const { diagnostics, value } = parse(line.repeat(Math.ceil((longest + 1) / line.length)));
  expect(diagnostics).toMatchObject([{ code: 'syntax', args: { problem: expect.stringContaining('longer than') } }]);
  expect(value ?? {}).toEqual({});
});

it.each([
  ['TOML', parseToml, '[[a]]\nb = 1\n'],
  ['YAML', parseYaml, '- a: 1\n'],
])('%s of more than what the library takes is read', (_, parse, line) => {
  const { diagnostics } = parse(line.repeat(Math.ceil((LONGEST_FOR_LIBRARY + 1) / line.length)));
  expect(diagnostics).toEqual([]);
});
