import { describe, expect, it } from 'vitest';
import { machineWith, misbehaving, toolbox } from './support/servers.ts';

describe('plugboard resources', () => {
  const here = machineWith({ user: { box: toolbox() } });

  it('lists them, and what they can be made of', () => {
    const { code, stdout, stderr } = here.run(['resources', 'box']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      [
        'SERVER  URI           TYPE        ABOUT',
        'box     box://a       text/plain  a: The first',
        'box     box://{name}  template    any\n',
      ].join('\n'),
    );
    expect(here.run(['resources'])).toEqual({ code, stdout, stderr });
    expect(here.ask(['resources']).data).toEqual({
      servers: [
        {
          name: 'box',
          resources: [{ uri: 'box://a', name: 'a', mimeType: 'text/plain', description: 'The first' }],
          templates: [{ uriTemplate: 'box://{name}', name: 'any' }],
        },
      ],
    });
  });

  it('reads one', () => {
    expect(here.run(['resources', 'box', 'box://a'])).toEqual({
      code: 0,
      stdout: 'first line\n�[31mred\n',
      stderr: '',
    });
    const contents = [{ uri: 'box://a', mimeType: 'text/plain', text: 'first line\n\u001B[31mred' }];
    expect(here.ask(['resources', 'box', 'box://a']).data).toEqual({ server: 'box', uri: 'box://a', contents });
    const raw = here.run(['resources', 'box', 'box://a', '--raw']).stdout;
    expect(JSON.parse(raw)).toEqual({ contents, 'x-more': 1 });
  });

  it('says what the server says about one that is not there', () => {
    expect(here.run(['resources', 'box', 'box://b'])).toEqual({
      code: 1,
      stdout: '',
      stderr: '✗ MCP error: There is no box://b (-32002)\n',
    });
    expect(here.ask(['resources', 'box', 'box://b'])).toMatchObject({ code: 1, errors: [{ code: 'call-failed' }] });
  });

  it('has none where a server has none', () => {
    const without = machineWith({ user: { polite: misbehaving('polite') } });
    expect(without.run(['resources', 'polite'])).toEqual({ code: 0, stdout: 'No resources.\n', stderr: '' });
    expect(without.run(['prompts'])).toEqual({ code: 0, stdout: 'No prompts.\n', stderr: '' });
  });
});

describe('plugboard prompts', () => {
  const here = machineWith({ user: { box: toolbox(), dies: misbehaving('dies at start') } });

  it('lists them', () => {
    const { code, stdout, stderr } = here.run(['prompts', 'box']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(['SERVER  PROMPT  TAKES      ABOUT', 'box     greet   who [how]  Says hello\n'].join('\n'));
    const all = here.run(['prompts']);
    expect(all).toMatchObject({ code: 0, stdout });
    expect(all.stderr).toContain('Failed to connect to "dies"');
    expect(here.ask(['prompts'])).toMatchObject({
      ok: true,
      data: { servers: [{ name: 'box', prompts: [{ name: 'greet' }] }] },
      warnings: [{ code: 'connect-failed', server: 'dies' }],
    });
  });

  it('fills one in', () => {
    expect(here.run(['prompts', 'box', 'greet', 'who=you=me'])).toEqual({
      code: 0,
      stdout: 'user:\nHello you=me�[1m\n',
      stderr: 'A greeting\n',
    });
    expect(here.ask(['prompts', 'box', 'greet', 'who=you', 'how=Hi']).data).toEqual({
      server: 'box',
      prompt: 'greet',
      description: 'A greeting',
      messages: [{ role: 'user', content: { type: 'text', text: 'Hi you\u001B[1m' } }],
    });
    const raw = here.run(['prompts', 'box', 'greet', 'who=you', '--raw']).stdout;
    expect(JSON.parse(raw)).toMatchObject({ description: 'A greeting' });
  });

  it.each([
    [['greet'], 2, 'who is missing', 'plugboard prompts box greet who=… [how=…]'],
    [
      ['greet', 'wo=x'],
      2,
      'Unknown argument wo, did you mean who?; who is missing',
      'plugboard prompts box greet who=… [how=…]',
    ],
    [['gret'], 4, 'Server "box" has no prompt "gret". Did you mean "greet"?', 'plugboard prompts box lists them'],
  ])('%j', (words, code, message, fix) => {
    expect(here.run(['prompts', 'box', ...words])).toEqual({
      code,
      stdout: '',
      stderr: `✗ ${message}\n  fix: ${fix}\n`,
    });
  });
});
