import { afterEach, describe, expect, it } from 'vitest';
import { catalog } from '../support/machine.ts';
import { hasTmux, startInTerminal, type Terminal } from '../support/tmux.ts';
import { addressIn, guarded, type Guarded, signInElsewhere } from './support/guarded.ts';

describe.skipIf(!hasTmux)('a user at a real terminal (tmux)', () => {
  let terminal: Terminal | undefined;
  afterEach(() => terminal?.close());
  // Wide enough for an address.
  const start = ({ here, browser }: Guarded, ...args: readonly string[]): Terminal =>
    (terminal = startInTerminal({ ...here, env: { ...here.env, ...browser } }, args, { columns: 900, rows: 40 }));

  it('who has no browser here brings the address from elsewhere', async () => {
    const stage = await guarded();
    const { press, shows } = start(stage, 'auth', 'login', 'guarded', '--no-browser');
    const screen = await shows('Or paste the URL that the browser was redirected to:');
    press('http://example.com/', 'Enter');
    await shows('Not the redirect URL. It starts with http://127.0.0.1:');
    press('-l', await signInElsewhere(addressIn(screen)));
    press('Enter');
    expect(await shows('exit code 0')).toContain(`✓ Signed in to guarded at ${stage.provider.issuer}`);
    expect(screen).not.toContain('your browser');
  });

  it('who has one need not paste anything', async () => {
    const stage = await guarded();
    const { shows } = start(stage, 'auth', 'login');
    const screen = await shows('exit code 0');
    expect(screen).toContain('Opened in your browser.');
    expect(screen).toContain('✓ Signed in to guarded');
  });

  it('can get out while the browser is open', async () => {
    const { press, shows } = start(await guarded(), 'auth', 'login', 'guarded', '--no-browser');
    await shows('Or paste');
    press('C-c');
    expect(await shows('exit code 130')).toContain('✗ Interrupted.');
  });

  it('can sign in when a test shows that it is needed', async () => {
    const { press, shows } = start(await guarded(), 'test', 'guarded');
    await shows('Sign in now?');
    press('y');
    const screen = await shows('exit code 0');
    expect(screen).toMatch(/✗ Failed to connect to "guarded"[^]*✓ Signed in to guarded[^]*✓ guarded {2}1 tool/);
  });

  it('can leave it', async () => {
    const { press, shows } = start(await guarded(), 'test');
    await shows('Sign in now?');
    press('n');
    expect(await shows('exit code 7')).toContain('fix: plugboard auth login guarded');
  });

  it('is told why it did not work', async () => {
    const stage = await guarded();
    stage.provider.consents = false;
    const { press, shows } = start(stage, 'test', 'guarded');
    await shows('Sign in now?');
    press('y');
    expect(await shows('exit code 7')).toContain('✗ OAuth authentication failed: Ann <b>said</b> no');
  });

  describe('who adds a server', () => {
    const add = async (): Promise<Guarded & Terminal> => {
      const stage = await guarded();
      const own = start(stage, 'add', 'mine', '--url', stage.server.url);
      await own.shows('Write this?');
      own.press('y');
      await own.shows('Connect to mine now to check whether a sign-in is required?');
      expect(stage.server.tokens).toEqual([]);
      return { ...stage, ...own };
    };

    it('can sign in at once', async () => {
      const { press, shows, here } = await add();
      press('y');
      await shows('mine requires authentication. Sign in now?');
      press('y');
      expect(await shows('exit code 0')).toContain('✓ Signed in to mine');
      expect(here.read(catalog)).not.toContain('auth');
    });

    it('can leave it', async () => {
      const { press, shows, server } = await add();
      press('n');
      await shows('exit code 0');
      expect(server.tokens).toEqual([]);
    });

    it.each([['--yes'], ['--dry-run'], ['--token', '${TOKEN}', '--yes']])('is not asked with %s', async (...flags) => {
      const stage = await guarded();
      const { shows } = start(stage, 'add', 'mine', '--url', stage.server.url, ...flags);
      expect(await shows('exit code 0')).not.toContain('Connect to');
      expect(stage.server.tokens).toEqual([]);
    });
  });
});
