import { expect, it } from 'vitest';
import { LONGEST_TEXT } from '../../src/formats/limits.ts';
import { parseToml } from '../../src/formats/toml/parse.ts';
import { parseYaml } from '../../src/formats/yaml/parse.ts';

it.each([
  ['TOML', parseToml, 'a = 1\n'],
  ['YAML', parseYaml, 'a: 1\n'],
])('%s that would exhaust the memory is refused with a reason', (_, parse, line) => {
  const { diagnostics, value } = parse(line.repeat(Math.ceil((LONGEST_TEXT + 1) / line.length)));
  expect(diagnostics).toMatchObject([{ code: 'syntax', args: { problem: expect.stringContaining('longer than') } }]);
  expect(value ?? {}).toEqual({});
});
