import { describe, expect, it } from 'vitest';
import { isOnlyText, isOnlyValue } from '../../../src/model/outside-text.ts';
import { remoteServer } from '../../../src/registry/install/build-server.ts';
import { resolveConfigValue } from '../../../src/runtime/values/config-value.ts';
import { askInProcess } from '../../cli/support/in-process.ts';
import { machine } from '../../cli/support/machine.ts';

const ordinary =
  'acme MyCompany eastus gpt4 mistral en_GB sonnet westeurope smithery cursor_ide tenant1 notion linear us-east-1 v1 default MCP PROD toolset_all'.split(
    ' ',
  );
const names = ['GITHUB_TOKEN', 'DB_CONN', 'github_token', 'TOKEN', 'apiKey', 'CORP_LICENSE'];

describe('a word in a header of a document', () => {
  const header = (value: string): unknown =>
    remoteServer({ type: 'streamable-http', url: 'https://good.test/mcp', headers: [{ name: 'X', value }] }, new Map())
      .headers;

  it.each(ordinary)('is text, also for our own runtime, whatever is set: %s', async (word) => {
    expect(header(word)).toEqual({ X: word });
    expect(await resolveConfigValue(word, { env: { [word]: 'canary' } })).toEqual({ text: word, secrets: [] });
  });

  it.each(names)('that is plainly the name of a variable is refused: %s', async (name) => {
    expect(() => header(name)).toThrow(expect.objectContaining({ field: 'X', why: 'meaning' }));
    expect(await resolveConfigValue(name, { env: { [name]: 'value' } })).toMatchObject({ text: 'value' });
  });

  it('is refused for a client that looks up any name, and only there', async () => {
    for (const [word, isRefused] of [
      ['acme', true],
      ['npm_config_//npm.example.com/:_authToken', true],
      ['us-east-1', false],
    ] as const) {
      const document = {
        name: 'io.github.good/time',
        description: 'd',
        version: '1.0.0',
        remotes: [{ type: 'streamable-http', url: 'https://good.test/mcp', headers: [{ name: 'X', value: word }] }],
      };
      const here = machine({ 'registry/server.json': JSON.stringify(document) });
      const install = async (target: string): Promise<string[]> => {
        const words = ['registry', 'install', document.name, '--registry', here.path('registry'), '--offline'];
        const { errors } = await askInProcess(here, [...words, '--to', target, '--yes']);
        return errors.map(({ reason }) => String(reason));
      };
      expect([word, await install('claude-code')]).toEqual([word, []]);
      expect([word, await install('catalog')]).toEqual([word, []]);
      expect([word, await install('omp')]).toEqual([word, isRefused ? ['literal-misread'] : []]);
    }
  });
});

it('variables of cmd and of npm are no text, and encoded characters are', () => {
  for (const text of ['%PW%', '%AB%', '%DB_CONN%', 'x%AB% y']) expect([text, isOnlyText(text)]).toEqual([text, false]);
  for (const text of ['%AB%CD', 'a%20b%20c', '100%', '%e2%82%ac'])
    expect([text, isOnlyText(text)]).toEqual([text, true]);
  expect(isOnlyValue('npm_config_//npm.example.com/:_authToken')).toBe(false);
});
