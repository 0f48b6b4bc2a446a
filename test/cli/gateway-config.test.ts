import { spawn } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { certificate, hasOpenssl, type Certificate } from '../gateway/http/support/certificate.ts';
import { type Machine, machine, program } from './support/machine.ts';

interface Served {
  readonly url: string;
  stderr(): string;
}

async function serve(here: Machine, args: readonly string[]): Promise<Served> {
  const child = spawn(process.execPath, [program, 'serve', ...args], { cwd: here.project, env: here.env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += String(chunk)));
  const url = await new Promise<string>((done, fail) => {
    createInterface({ input: child.stdout }).once('line', done);
    child.once('close', () => fail(new Error(stderr)));
  });
  return { url, stderr: () => stderr };
}

async function status(url: string, token: string, { cert }: Certificate): Promise<number | string> {
  return new Promise((done) => {
    const { port } = new URL(url);
    const sent = httpsRequest(
      {
        host: '127.0.0.1',
        port,
        path: '/mcp',
        method: 'GET',
        ca: cert,
        agent: false,
        headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      },
      (response) => response.resume().on('end', () => done(response.statusCode ?? 0)),
    );
    sent.on('error', (error) => done(error.message)).end();
  });
}

const config = (here: Machine, value: unknown): void =>
  here.write('gateway.json', typeof value === 'string' ? value : JSON.stringify(value, undefined, 2));

describe.skipIf(!hasOpenssl)('listening for other machines (openssl)', () => {
  const refusal = (here: Machine, ...args: string[]): string => {
    const { code, stdout, stderr } = here.run(['serve', '--http', '--host', '0.0.0.0', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    return stderr;
  };

  test('is refused without encryption and credentials, and the message says what to do', () => {
    const [here, own] = [machine(), certificate()];
    expect(refusal(here)).toContain('--cert and --key');
    expect(refusal(here, '--cert', own.certFile, '--key', own.keyFile)).toContain('plugboard gateway token create');
    expect(refusal(here, '--behind-proxy', '10.0.0.0/8')).toContain('--oauth-issuer');
    here.run(['gateway', 'token', 'create', 'scraper', '--metrics']);
    expect(refusal(here, '--behind-proxy', '10.0.0.0/8')).toContain('token of its own');
    here.run(['gateway', 'token', 'create', 'alice']);
    expect(refusal(here)).toContain('unencrypted');
    expect(refusal(here, '--cert', own.certFile)).toContain('--cert and --key are needed together');
    expect(refusal(here, '--cert', own.certFile, '--key', '/nowhere.pem')).toContain('/nowhere.pem cannot be used');
    expect(refusal(here, '--behind-proxy', 'proxy.example')).toContain('is not an address');
    expect(refusal(here, '--oauth-issuer', 'https://id.example')).toContain('--oauth-audience');
    expect(refusal(here, '--oauth-audience', 'x')).toContain('--oauth-issuer is needed');
    for (const issuer of ['ftp://x', 'http://id.example.com'])
      expect(refusal(here, '--oauth-issuer', issuer, '--oauth-audience', 'x')).toContain('takes an https URL');
    expect(refusal(here, '--behind-proxy', '0.0.0.0/0')).toContain('is too wide');
  });

  test('works with a certificate and a named token; the certificate and limits are followed', async () => {
    const [here, first, second] = [machine(), certificate(), certificate('second.example')];
    const token = here.run(['gateway', 'token', 'create', 'alice']).stdout.trim();
    const [cert, key] = [here.path('tls/cert.pem'), here.path('tls/key.pem')];
    here.write('tls/cert.pem', first.cert);
    here.write('tls/key.pem', first.key);
    const listen = { host: '0.0.0.0', cert: '${CERT_DIR:-tls}/cert.pem', key: 'tls/key.pem' };
    config(here, { listen, limits: { perSecond: 1000 } });
    const served = await serve(here, ['--config', 'gateway.json']);
    expect(served.url).toMatch(/^https:\/\/0\.0\.0\.0:\d+\/mcp$/);
    expect(await status(served.url, token, first)).toBe(405);
    // The local token is for this machine, which this is.
    expect(await status(served.url, here.read('~/.local/state/plugboard/gateway-token').trim(), first)).toBe(405);
    copyFileSync(second.keyFile, key);
    copyFileSync(second.certFile, cert);
    await expect.poll(async () => status(served.url, token, second)).toBe(405);
    // A broken one is named and not used, and figures are still read with the one in use.
    here.write('tls/cert.pem', 'broken');
    await expect
      .poll(() => served.stderr())
      .toMatch(/tls\/cert\.pem with the key .*tls\/key\.pem cannot be used: .*The settings stay as they were\./);
    expect(await status(served.url, token, second)).toBe(405);
    expect(here.ask(['gateway', 'status']).data.gateways).toMatchObject([{ figures: { sessions: 0 } }]);
    // Files at another path count as soon as they are there, and are followed too.
    const elsewhere = { ...listen, cert: 'new/cert.pem', key: 'new/key.pem' };
    config(here, { listen: elsewhere, limits: { perSecond: 1000 } });
    await expect.poll(() => served.stderr()).toMatch(/new\/cert\.pem .* cannot be used/);
    for (const one of [first, second]) {
      here.write('new/key.pem', one.key);
      here.write('new/cert.pem', one.cert);
      await expect.poll(async () => status(served.url, token, one)).toBe(405);
    }
    await expect
      .poll(() => here.ask(['gateway', 'status']).data.gateways)
      .toMatchObject([{ figures: { sessions: 0 } }]);
    config(here, { listen: { ...elsewhere, port: 1 }, limits: { perSecond: 1, burst: 1 } });
    await expect.poll(() => served.stderr()).toContain('Restart the gateway to apply: port.');
    await expect.poll(async () => status(served.url, token, second)).toBe(429);
    config(here, { listen, limits: { perSecond: 'many' } });
    await expect.poll(() => served.stderr()).toContain('The settings stay as they were.');
    await expect.poll(() => served.stderr()).toMatch(/gateway\.json:8:/);
  });
});

describe('gateway.json', () => {
  const problems = (here: Machine): unknown => {
    const { code, errors } = here.ask(['serve', '--config', 'gateway.json']);
    const details = (errors[0]?.['details'] ?? []) as { line: number; column: number; message: string }[];
    return [code, details.map(({ line, column, message }) => `${line}:${column} ${message}`)];
  };

  test('is checked as a whole, with positions', () => {
    const here = machine();
    config(
      here,
      `{
  // Comments are fine.
  "listen": { "port": "7420", "hots": "x", "publicUrl": "gateway" },
  "state": "redis://:\${NOT_SET}@r",
  "auth": { "oauth": { "audience": 1 } },
  "views": { "readers": { "names": "odd" } },
}`,
    );
    expect(problems(here)).toEqual([
      3,
      [
        '4:3 state: The variable NOT_SET is not set.',
        expect.stringMatching(/^3:15 listen\.port: This must be a whole number/),
        expect.stringMatching(/^3:31 listen\.hots: /),
        expect.stringMatching(/^5:13 auth\.oauth\.issuer: This is required/),
        expect.stringMatching(/^5:24 auth\.oauth\.audience: /),
        expect.stringMatching(/^6:27 views\.readers\.names: /),
      ],
    ]);
    config(here, {
      auth: { oauth: { issuer: 'id', groups: [{ group: 'dev', view: 'reader' }] } },
      views: { readers: { only: ['github'] } },
      listen: { cert: 'x' },
    });
    const [, found] = problems(here) as [number, string[]];
    expect(found.join('\n')).toMatch(/There is no view "reader"\. Did you mean "readers"\?/);
    expect(found.join('\n')).toMatch(/cert and key are needed together/);
    expect(found.join('\n')).toMatch(/auth\.oauth\.issuer: This must be an https URL/);
    // Its keys would be read without encryption.
    config(here, { auth: { oauth: { issuer: 'http://id.example.com', audience: 'x' } } });
    expect(problems(here)).toEqual([3, [expect.stringMatching(/auth\.oauth\.issuer: This must be an https URL/)]]);
    config(here, '{ "listen": ');
    expect(here.ask(['serve', '--config', 'gateway.json'])).toMatchObject({ code: 3 });
    expect(here.ask(['serve', '--config', 'missing.json'])).toMatchObject({ code: 3 });
  });

  test('gives way to options, and does not ignore a state that it cannot use', async () => {
    const here = machine();
    config(here, { listen: { host: '0.0.0.0', port: 1 } });
    const { url } = await serve(here, ['--http', '0', '--host', '127.0.0.1', '--config', 'gateway.json']);
    expect(new URL(url).hostname).toBe('127.0.0.1');
    expect(Number(new URL(url).port)).toBeGreaterThan(1);
    config(here, { state: 'postgres://localhost' });
    expect(here.run(['serve', '--config', 'gateway.json'])).toMatchObject({ code: 2, stdout: '' });
  });
});
