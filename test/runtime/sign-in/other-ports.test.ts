import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { namedPlaces } from '../../../src/runtime/sign-in/named-places.ts';
import { type Lookup, oauthFetch } from '../../../src/runtime/sign-in/oauth-fetch.ts';
import { json } from '../servers/http.mjs';
import { listening } from './support/listening.ts';
import { person, setStage, type Stage } from './support/stage.ts';

/** Another program of this machine, which must not notice anything. */
async function bystander(): Promise<{ url: string; port: string; asked: string[] }> {
  const asked: string[] = [];
  const url = await listening(
    createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      json(response, {});
    }),
  );
  return { url, port: new URL(url).port, asked };
}

async function failureOf({ signIn, toRun }: Stage): Promise<unknown> {
  return signIn.start(toRun, person({ timeoutMs: 5000 })).then(
    () => undefined,
    (error: unknown) => error,
  );
}

const refused = {
  problem: 'refused',
  message: expect.stringMatching(/is not contacted: it is (?:this machine|a special address|not https)$/),
};

describe('a server on this machine does not lead to another port of it', () => {
  it('with the place of its description', async () => {
    const stage = await setStage();
    const other = await bystander();
    stage.server.challenge = `Bearer resource_metadata="${other.url}/prm"`;
    expect(await failureOf(stage)).toMatchObject({ ...refused, tip: expect.stringContaining('"issuer" (--issuer)') });
    expect(other.asked).toEqual([]);
  });

  it.each<[string, (port: string) => string]>([
    ['127.0.0.1', (port) => `http://127.0.0.1:${port}`],
    ['localhost', (port) => `http://localhost:${port}`],
    ['a name below localhost', (port) => `http://as.localhost:${port}`],
    ['IPv6', (port) => `http://[::1]:${port}`],
    ['IPv4 in IPv6', (port) => `http://[::ffff:127.0.0.1]:${port}`],
    ['a decimal number', (port) => `http://2130706433:${port}`],
    ['a hexadecimal number', (port) => `http://0x7f.1:${port}`],
    ['zeros', (port) => `http://0.0.0.0:${port}`],
    ['the rest of 127.0.0.0/8', (port) => `http://127.1.2.3:${port}`],
  ])('as authorization server, spelled as %s', async (_, spell) => {
    const stage = await setStage();
    const other = await bystander();
    stage.server.metadata = { ...stage.server.metadata, authorization_servers: [spell(other.port)] };
    expect(await failureOf(stage)).toMatchObject(refused);
    expect(other.asked).toEqual([]);
  });

  it.each(['authorization_endpoint', 'token_endpoint', 'registration_endpoint'])('as %s', async (field) => {
    const stage = await setStage();
    const other = await bystander();
    const { issuer } = stage.provider;
    stage.provider.intercept = (request, response) => {
      if (!request.url?.startsWith('/.well-known')) return false;
      json(response, {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        registration_endpoint: `${issuer}/reg`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        [field]: `${other.url}/x`,
      });
      return true;
    };
    const ann = person({ timeoutMs: 5000 });
    await expect(stage.signIn.start(stage.toRun, ann)).rejects.toMatchObject(refused);
    expect(ann.visits).toEqual([]);
    expect(other.asked).toEqual([]);
  });

  it('with a redirect', async () => {
    const stage = await setStage();
    const other = await bystander();
    stage.provider.intercept = (request, response) => {
      if (!request.url?.startsWith('/.well-known')) return false;
      response.writeHead(302, { location: `${other.url}/stolen` }).end();
      return true;
    };
    expect(await failureOf(stage)).toMatchObject({ name: 'SignInError' });
    expect(other.asked).toEqual([]);
  });

  it('with a name that leads to this machine', async () => {
    const { port, asked } = await bystander();
    const lookup: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];
    const named = namedPlaces('http://127.0.0.1:1/mcp', {});
    await expect(oauthFetch({ named, lookup })(`https://as.example.com:${port}/`)).rejects.toMatchObject({
      isForbidden: true,
      isNearby: true,
    });
    expect(asked).toEqual([]);
  });
});

describe('a person who names the address', () => {
  it.each(['issuer', 'metadataUrl', 'authorizationUrl', 'tokenUrl'])('as %s lets it be contacted', async (field) => {
    const { url, asked } = await bystander();
    const named = namedPlaces('http://127.0.0.1:1/mcp', { [field]: url });
    await oauthFetch({ named })(`${url}/path`);
    await oauthFetch({ named })(`${url.replace('127.0.0.1', 'localhost')}/again`);
    expect(asked).toEqual(['GET /path', 'GET /again']);
  });

  it('lets that one be contacted, and no other', async () => {
    const [first, second] = [await bystander(), await bystander()];
    const named = namedPlaces('http://127.0.0.1:1/mcp', { issuer: first.url });
    await expect(oauthFetch({ named })(second.url)).rejects.toMatchObject({ isForbidden: true });
    expect(second.asked).toEqual([]);
  });

  it('in a private network lets it be contacted, but never a special address', async () => {
    const named = namedPlaces('https://mcp.example.com', { issuer: 'https://as.corp', tokenUrl: 'https://meta.corp' });
    const at =
      (address: string): Lookup =>
      async () => [{ address, family: 4 }];
    const signal = AbortSignal.abort(new Error('would be contacted'));
    const attempt = async (url: string, lookup: Lookup): Promise<unknown> =>
      oauthFetch({ named, lookup })(url, { signal }).catch((error: unknown) => error);
    expect(await attempt('https://as.corp/', at('10.0.0.1'))).toMatchObject({ message: 'would be contacted' });
    await expect(oauthFetch({ named, lookup: at('169.254.169.254') })('https://meta.corp/')).rejects.toMatchObject({
      isForbidden: true,
      isNearby: false,
    });
  });
});
