import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toml } from '../../src/formats/toml/index.ts';
import { simpleToml } from '../../src/formats/toml/simple-value.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { tomlDocuments } from './support/toml-documents.ts';

const config = `model = "o3" # the usual one
approval = 'never'

[projects."/home/me/app"]
trust_level = "trusted"

[mcp_servers.files]
command = "npx"
args = [
  "-y", # do not ask
  "server",
]
env = { LOG = "debug", "odd.key" = 'x' }
startup_timeout_sec = 20
enabled = false

[mcp_servers.files.tools]
list = []
`;

describe('simple TOML', () => {
  it('is read without the parser', () => {
    expect(simpleToml(config)).toEqual(toml.parse(config).value);
    expect(simpleToml(config.replaceAll('\n', '\r\n'))).toEqual(toml.parse(config).value);
    expect(simpleToml('')).toEqual({});
  });

  it.each([
    'a = 1.5',
    'a = 1_000',
    'a = 0x1f',
    'a = +1',
    'a = -0',
    'a = 12345678901234567890',
    'a = 1979-05-27',
    'a = "x\\ty"',
    'a = """x"""',
    'a.b = 1',
    '[[a]]\nb = 1',
    'a = 1\na = 2',
    '[a]\n[a]',
    '[a.b]\n[a]',
    'a = {}\n[a.b]',
    'a = { b = 1, }',
    'a = 1 b = 2',
    'a = "x',
    '[a',
    'a = "\u0000"',
    '\ufeffa = 1',
    'a = [1 2]',
    'a',
  ])('leaves %j to the parser', (text) => {
    expect(simpleToml(text)).toBeUndefined();
  });

  it('never says anything else than the parser, whatever the text', () => {
    const characters = 'a.=[]{}"\'\\#\n\r ,1-:e_\ufeff\u0000\t'.split('');
    const damaged = fc
      .tuple(fc.constant(config), fc.nat(), fc.nat(3), fc.constantFrom(...characters, ''))
      .map(([text, at, length, piece]) => {
        const start = at % text.length;
        return text.slice(0, start) + piece + text.slice(start + length);
      });
    const documents = tomlDocuments({ tableLists: false, latest: false }).map(({ text }) => text);
    const jumble = fc.array(fc.constantFrom(...characters), { maxLength: 30 }).map((all) => all.join(''));
    const property = fc.property(fc.oneof(damaged, documents, jumble), (text) => {
      const value = simpleToml(text);
      if (value === undefined) return;
      const { diagnostics, value: expected } = toml.parse(text);
      expect({ text, diagnostics, value }).toEqual({ text, diagnostics: [], value: expected });
    });
    fc.assert(property, { numRuns: propertyRuns * 4 });
  });
});
