import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { linesIn } from '../runtime/support/servers.ts';
import { type Machine, machine } from '../support/machine.ts';
import { hasTmux, startInTerminal, type Terminal } from '../support/tmux.ts';

const file = fileURLToPath(new URL('asking.mjs', import.meta.url));
const browserFile = fileURLToPath(new URL('../auth/support/browser.mjs', import.meta.url));

interface Stage {
  readonly here: Machine;
  /** The addresses that were opened. */
  readonly opened: () => string[];
}

function serverThatAsks(era: string, question: object): Stage {
  const here = machine({ '~/question.json': JSON.stringify(question) });
  const args = [file, era, here.path('~/question.json'), here.path('~/log')];
  const asking = { command: process.execPath, args };
  here.write('~/.cursor/mcp.json', JSON.stringify({ mcpServers: { asking } }));
  return { here, opened: () => linesIn(here.path('~/opened')) };
}

const form = {
  message: 'Who \u001B[31mare you?',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Your name', minLength: 2 },
      mail: { type: 'string', format: 'email' },
      age: { type: 'integer', minimum: 18, default: 30 },
      member: { type: 'boolean' },
      color: { type: 'string', enum: ['red', 'green'] },
      size: {
        type: 'string',
        oneOf: [
          { const: 's', title: 'Small' },
          { const: 'l', title: 'Large' },
        ],
      },
      tags: {
        type: 'array',
        items: {
          anyOf: [
            { const: 'a', title: 'First' },
            { const: 'b', title: 'Second' },
          ],
        },
      },
      note: { type: 'string' },
    },
    required: ['name', 'age', 'member', 'color', 'size', 'tags'],
  },
};

const visit = { mode: 'url', message: 'Sign in there', url: 'https://example.com/sign-in?x=1', elicitationId: 'e1' };

describe.each(['legacy', 'modern'])('a server of the %s era that asks', (era) => {
  describe('without a terminal', () => {
    it.each([
      ['a form', form],
      ['an address', visit],
    ])('is declined at once and that is said: %s', (_, question) => {
      const { here } = serverThatAsks(era, question);
      const { code, stdout, stderr } = here.run(['call', 'asking', 'ask']);
      expect([code, stdout]).toEqual([0, '{"action":"decline"}\n']);
      expect(stderr).toContain('asking asked for input, which was declined because this is not a terminal');
      expect(stderr).not.toContain('\u001B');
    });

    it('is told of in the document for scripts', () => {
      const { here } = serverThatAsks(era, form);
      const { data, warnings } = here.ask(['call', 'asking', 'ask']);
      expect(data.text).toBe('{"action":"decline"}');
      expect(warnings).toMatchObject([{ code: 'question-declined', server: 'asking' }]);
    });
  });

  describe.skipIf(!hasTmux)('at a terminal (tmux)', () => {
    let terminal: Terminal | undefined;
    afterEach(() => terminal?.close());
    const start = ({ here }: Stage): Terminal => {
      const env = { ...here.env, BROWSER: `${process.execPath} ${browserFile} ${here.path('~/opened')} %s` };
      return (terminal = startInTerminal({ ...here, env }, ['call', 'asking', 'ask'], { columns: 110, rows: 100 }));
    };

    it('gets a form filled in, with every kind of field', async () => {
      const { press, shows } = start(serverThatAsks(era, form));
      expect(await shows('What do you want to do')).toContain('asking asks: Who ');
      press('Enter');
      await shows('Your name');
      press('A', 'Enter');
      await shows('at least 2 characters');
      press('da', 'Enter');
      await shows(/mail.*optional/);
      press('nobody', 'Enter');
      await shows('an e-mail address');
      press('@example.org', 'Enter');
      await shows(/age[^]*30/);
      press('BSpace', 'BSpace', '17', 'Enter');
      await shows('18 or more');
      press('BSpace', '9', 'Enter');
      await shows('member');
      press('Down', 'Enter');
      await shows('color');
      press('Down', 'Enter');
      await shows('Large');
      press('Down', 'Enter');
      await shows('Second');
      press('Space', 'Down', 'Space', 'Enter');
      await shows('note');
      press('Enter');
      await shows('Send this?');
      press('Enter');
      const screen = await shows('exit code 0');
      expect(screen).toContain('note: (omitted)');
      const content = {
        name: 'Ada',
        mail: 'nobody@example.org',
        age: 19,
        member: false,
        color: 'green',
        size: 'l',
        tags: ['a', 'b'],
      };
      const [told = ''] = /\{"action".*\}(?=exit code)/.exec(screen.replaceAll('\n', '')) ?? [];
      expect(JSON.parse(told)).toEqual({ action: 'accept', content });
    });

    it.each([
      ['decline', ['Down', 'Enter']],
      ['cancel', ['Down', 'Down', 'Enter']],
      ['cancel', ['Escape']],
    ])('is told that somebody chose to %s: %j', async (action, keys) => {
      const { press, shows } = start(serverThatAsks(era, form));
      await shows('What do you want to do');
      press(...keys);
      expect(await shows('exit code 0')).toContain(`{"action":"${action}"}`);
    });

    it('does not get a proposed value that was left out', async () => {
      const requestedSchema = { type: 'object', properties: { agree: { type: 'boolean', default: true } } };
      const { press, shows } = start(serverThatAsks(era, { message: 'Well?', requestedSchema }));
      await shows('What do you want to do');
      press('Enter');
      await shows('Skip');
      press('Up', 'Enter');
      await shows('agree: (omitted)');
      press('Enter');
      expect(await shows('exit code 0')).toContain('{"action":"accept","content":{}}');
    });

    it('exits on Ctrl+C', async () => {
      const { press, shows } = start(serverThatAsks(era, form));
      await shows('What do you want to do');
      press('C-c');
      expect(await shows('exit code 130')).toContain('Interrupted');
    });

    it('shows a URL, and opens nothing before the user confirms', async () => {
      const stage = serverThatAsks(era, visit);
      const { press, shows } = start(stage);
      expect(await shows('Visit example.com')).toContain('Address: https://example.com/sign-in?x=1');
      press('Enter');
      expect(await shows('exit code 0')).toContain('{"action":"decline"}');
      expect(stage.opened()).toEqual([]);
    });

    it('accepts a URL that the user opens manually', async () => {
      const stage = serverThatAsks(era, visit);
      const { press, shows } = start(stage);
      await shows('Visit example.com');
      press('Down', 'Down', 'Enter');
      expect(await shows('exit code 0')).toContain('{"action":"accept"}');
      expect(stage.opened()).toEqual([]);
    });

    it.each(['file:///etc/passwd', 'javascript:alert(1)'])('cannot have %s opened', async (url) => {
      const stage = serverThatAsks(era, { ...visit, url });
      const { shows } = start(stage);
      const screen = await shows('exit code 0');
      expect(screen).toContain('not an http or https address');
      expect(screen).toContain('{"action":"decline"}');
      expect(stage.opened()).toEqual([]);
    });
  });
});
