import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { browserProgram, openBrowser } from '../../../../src/runtime/sign-in/callback/open-browser.ts';
import { until } from '../../support/processes.ts';

const url = 'https://as.example.com/auth?a=1&b=$(touch%20x)';
const DISPLAY = ':0';
const machine = { cwd: homedir(), home: homedir(), platform: 'linux' } as const;
const rundll32 = 'C:\\Windows\\System32\\rundll32.exe';

describe('the program that shows an address', () => {
  it.each([
    ['darwin', {}, { file: 'open', args: [url] }],
    ['win32', {}, { file: rundll32, args: ['url.dll,FileProtocolHandler', url] }],
    ['win32', { BROWSER: 'firefox' }, { file: rundll32, args: ['url.dll,FileProtocolHandler', url] }],
    ['linux', { DISPLAY }, { file: 'xdg-open', args: [url] }],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, { file: 'xdg-open', args: [url] }],
    ['linux', {}, undefined],
    ['linux', { BROWSER: 'lynx' }, { file: 'lynx', args: [url] }],
    ['linux', { BROWSER: 'firefox --new-tab %s:lynx', DISPLAY }, { file: 'firefox', args: ['--new-tab', url] }],
    ['darwin', { BROWSER: 'none' }, undefined],
    ['darwin', { BROWSER: '' }, undefined],
  ] as const)('on %s with %j', (platform, env, program) => {
    expect(browserProgram(url, { platform, env })).toEqual(program);
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'ms-settings:privacy', 'calculator', '-a Calculator', ''])(
    'is not started for %j',
    (address) => expect(browserProgram(address, { platform: 'darwin', env: {} })).toBeUndefined(),
  );
});

describe.skipIf(process.platform === 'win32')('a browser', () => {
  it('gets the address as it is: no shell has looked at it', async () => {
    const folder = mkdtempSync(join(homedir(), 'browser-'));
    const [script, seen] = [join(folder, 'show'), join(folder, 'seen')];
    writeFileSync(script, `#!/bin/sh\nprintf '%s' "$*" > '${seen}.new'\nmv '${seen}.new' '${seen}'\n`);
    chmodSync(script, 0o700);
    await expect(openBrowser(url, { ...machine, env: { BROWSER: script } })).resolves.toBe(true);
    await until(() => existsSync(seen), 'the visit');
    expect(readFileSync(seen, 'utf8')).toBe(url);
  });

  it('that is not there is told', async () => {
    const env = { BROWSER: join(homedir(), 'no-such-program') };
    await expect(openBrowser(url, { ...machine, env })).resolves.toBe(false);
  });
});
