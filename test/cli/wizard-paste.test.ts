import { describe, expect, it } from 'vitest';
import { key, sitDown } from './support/at-terminal.ts';
import { machine } from './support/machine.ts';

const { enter, escape, down, space, interrupt } = key;
const catalog = '~/.config/plugboard/plugboard.json';
const secret = 'ghp_1a2b3c4d5e6f7g8h9i0j1k2l3m4n5o6p7q8r';
const two = `{
  "mcpServers": {
    "github": {
      "type": "http",
      "url": "https://api.githubcopilot.com/mcp/",
      "headers": { "Authorization": "Bearer ${secret}" }
    },

    "files": { "command": "npx", "args": ["-y", "files"] }
  }
}
`;

describe('pasting into the wizard of plugboard add', () => {
  it('keeps the lines of a pasted text together, and hides the secret in it', async () => {
    const here = machine();
    const person = sitDown(here);
    await person.sees('What do you have?');
    person.press(enter);
    await person.sees('Paste it here');
    person.paste(two.replaceAll('\n', '\r'));
    await person.sees('[11 lines pasted]');
    person.press(enter);
    await person.sees('Found github: https://api.githubcopilot.com/mcp/');
    await person.sees('Which of these 2 servers?');
    person.press(down, space, enter);
    await person.sees('This contains a secret');
    person.press(enter);
    await person.sees('Where should it be defined?');
    person.press(enter);
    await person.sees('Which scope?');
    person.press(enter);
    await person.sees('Save this?');
    person.press(enter);
    expect((await person.ended()).code).toBe(0);
    expect(JSON.parse(here.read(catalog))).toEqual({
      servers: {
        github: {
          transport: 'http',
          url: 'https://api.githubcopilot.com/mcp/',
          headers: { Authorization: 'Bearer ${GITHUB_TOKEN}' },
        },
      },
    });
    expect(person.drawn()).not.toContain(secret);
  });

  it('takes lines that come at once for pasted where the terminal does not say so', async () => {
    const person = sitDown(machine());
    await person.sees('What do you have?');
    person.press(enter);
    await person.sees('Paste it here');
    person.press('{"a":\r{"command": "x"}}');
    await person.sees('[2 lines pasted]');
    person.press(interrupt);
    expect((await person.ended()).code).toBe(130);
  });

  it('asks for a name only when the text has none, and offers one', async () => {
    const here = machine();
    const person = sitDown(here, { scope: 'user' });
    await person.sees('What do you have?');
    person.press(enter);
    await person.sees('Paste it here');
    person.press('nothing of use', enter);
    await person.sees('▲');
    person.press(escape);
    await person.sees('What do you have?');
    person.press(enter);
    await person.sees('Paste it here');
    person.paste('https://mcp.linear.app/mcp');
    person.press(enter);
    await person.sees('What is its name?');
    await person.sees('linear');
    person.press('2', enter);
    await person.sees('Where should it be defined?');
    person.press(enter);
    await person.sees('Save this?');
    person.press(enter);
    expect((await person.ended()).code).toBe(0);
    expect(JSON.parse(here.read(catalog))).toMatchObject({ servers: { linear2: { transport: 'http' } } });
  });

  it('puts a pasted command of many lines on one line', async () => {
    const here = machine();
    const person = sitDown(here, { name: 'a', server: { transport: 'stdio', env: {} }, scope: 'user' });
    await person.sees('Which command');
    person.paste('npx \\\n  -y \\\n  files\n');
    await person.sees('npx -y files');
    person.press(enter);
    await person.sees('Where should it be defined?');
    person.press(enter);
    await person.sees('Save this?');
    person.press(enter);
    expect((await person.ended()).code).toBe(0);
    expect(JSON.parse(here.read(catalog))).toMatchObject({ servers: { a: { command: 'npx', args: ['-y', 'files'] } } });
  });
});
