import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { namedPlaces, type NamedPlaces } from '../../../src/runtime/sign-in/named-places.ts';
import { type Lookup, oauthFetch, type OauthFetchOptions } from '../../../src/runtime/sign-in/oauth-fetch.ts';
import { listening } from './support/listening.ts';

const elsewhere = namedPlaces('https://mcp.example.com/mcp', {});
/** As for a server at this address, which a person has named. */
const at = (url: string): NamedPlaces => namedPlaces(url, {});

async function started(listener: RequestListener): Promise<string> {
  return listening(createServer(listener));
}

const leadingTo =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

async function refusal(url: string, options: OauthFetchOptions): Promise<unknown> {
  return oauthFetch(options)(url).then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('a request', () => {
  it('is sent with its method, headers and body, and gives the answer', async () => {
    const url = await started((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        const { method, headers } = request;
        response.writeHead(201, { 'x-two': ['a', 'b'] }).end(JSON.stringify({ method, body, given: headers['x-one'] }));
      });
    });
    const body = new URLSearchParams({ a: '1 2' });
    const response = await oauthFetch({ named: at(url) })(url, { method: 'POST', headers: { 'X-One': '1' }, body });
    expect([response.status, response.headers.get('x-two')]).toEqual([201, 'a, b']);
    expect(await response.json()).toEqual({ method: 'POST', body: 'a=1+2', given: '1' });
  });

  it.each([204, 304])('may be answered with nothing: %i', async (status) => {
    const url = await started((_, response) => response.writeHead(status).end());
    expect((await oauthFetch({ named: at(url) })(url)).body).toBeNull();
  });

  it('leaves redirects to its caller, who has to come again', async () => {
    const url = await started((_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end());
    const response = await oauthFetch({ named: at(url) })(url);
    expect([response.status, response.headers.get('location')]).toEqual([302, 'http://169.254.169.254/']);
  });
});

describe('addresses that are not contacted', () => {
  it.each<[string, string, Lookup]>([
    ['http://as.example.com/', 'it is not https', leadingTo('8.8.8.8')],
    ['ftp://as.example.com/', 'it is not https', leadingTo('8.8.8.8')],
    ['https://user@as.example.com/', 'it contains credentials', leadingTo('8.8.8.8')],
    ['https://127.0.0.1/', 'it is this machine', leadingTo('8.8.8.8')],
    ['https://2130706433/', 'it is this machine', leadingTo('8.8.8.8')],
    ['http://localhost/', 'it is this machine', leadingTo('127.0.0.1')],
    ['https://[::ffff:10.0.0.1]/', 'it is in a private network', leadingTo('8.8.8.8')],
    ['https://169.254.169.254/latest', 'it is a special address', leadingTo('8.8.8.8')],
    ['https://as.example.com/', 'it is in a private network', leadingTo('192.168.0.1')],
    ['https://as.example.com/', 'it is a special address', leadingTo('169.254.169.254')],
    ['https://as.example.com/', 'it is this machine', leadingTo('8.8.8.8', '127.0.0.1')],
    ['https://as.example.com/', 'it is in a private network', leadingTo('2606:4700::1111', 'fd00::1')],
  ])('%s, because %s', async (url, why, lookup) => {
    const error = await refusal(url, { named: elsewhere, lookup });
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ isForbidden: true, message: expect.stringMatching(new RegExp(`${why}$`)) });
  });

  it('is a private network also for a server on this machine', async () => {
    const lookup = leadingTo('10.0.0.1');
    expect(await refusal('https://as.example.com/', { named: at('http://127.0.0.1:1/mcp'), lookup })).toMatchObject({
      isForbidden: true,
    });
  });

  it('is not named with what stands behind it, which may be secret', async () => {
    const error = await refusal('https://10.0.0.1/a?key=canary', { named: elsewhere });
    expect(String(error)).toBe('FetchRefused: https://10.0.0.1/a is not contacted: it is in a private network');
  });
});

describe('a name', () => {
  it('is resolved once: the checked address is the one contacted', async () => {
    const url = await started((request, response) => response.end(request.headers.host));
    const answers = [['127.0.0.1'], ['169.254.169.254']];
    const lookup: Lookup = async () => leadingTo(...(answers.shift() ?? []))('');
    const address = url.replace('127.0.0.1', 'as.localhost');
    const response = await oauthFetch({ named: at(address), lookup })(address);
    expect(await response.text()).toBe(new URL(address).host);
    expect(answers).toHaveLength(1);
  });

  it('that cannot be resolved is told', async () => {
    const lookup: Lookup = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    const error = await refusal('https://as.example.com/', { named: elsewhere, lookup });
    expect(error).toMatchObject({
      isForbidden: false,
      message: 'https://as.example.com cannot be reached (ENOTFOUND)',
    });
  });
});

describe('limits', () => {
  const limited = { timeoutMs: 200 };

  it('an answer that does not come', async () => {
    const url = await started(() => {});
    expect(await refusal(url, { ...limited, named: at(url) })).toMatchObject({
      message: `${url} did not answer within 0.2 s`,
    });
  });

  it('an answer that does not end', async () => {
    const url = await started((_, response) => void response.writeHead(200).write('{'));
    expect(await refusal(url, { ...limited, named: at(url) })).toMatchObject({
      message: `${url} did not answer within 0.2 s`,
    });
  });

  it('a name that is looked up for ever', async () => {
    const lookup: Lookup = async () => new Promise(() => {});
    const error = await refusal('https://as.example.com/', { ...limited, named: elsewhere, lookup });
    expect(error).toMatchObject({ message: 'https://as.example.com did not answer within 0.2 s' });
  });

  it('an answer that is too long', async () => {
    const url = await started((_, response) => response.end('x'.repeat(2000)));
    const error = await refusal(url, { named: at(url), maxBytes: 1000 });
    expect(error).toMatchObject({ message: `${url} answered with more than 1000 bytes` });
  });

  it('an aborted request', async () => {
    const stop = new AbortController();
    const url = await started(() => stop.abort(new Error('enough')));
    expect(await refusal(url, { named: at(url), signal: stop.signal })).toMatchObject({ message: 'enough' });
  });
});
