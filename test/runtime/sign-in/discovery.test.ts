import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { json, status } from '../servers/http.mjs';
import { listening } from './support/listening.ts';
import { person, setStage, type Stage, type StageOptions } from './support/stage.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** What becomes of a sign-in when the provider says something else about itself. */
async function outcome(answer: Answer, options?: StageOptions): Promise<{ stage: Stage; error: unknown }> {
  const stage = await setStage(options);
  stage.provider.intercept = (request, response) => {
    const isAbout = request.url?.startsWith('/.well-known') === true;
    if (isAbout) answer(request, response);
    return isAbout;
  };
  return { stage, error: await failureOf(stage) };
}

async function failureOf({ signIn, toRun }: Stage): Promise<unknown> {
  return signIn.start(toRun, person({ timeoutMs: 5000 })).then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** As the provider would, with some of it changed. */
const saying =
  (change: Record<string, unknown>): Answer =>
  ({ headers }, response) => {
    const issuer = `http://${headers.host}`;
    return json(response, {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      registration_endpoint: `${issuer}/reg`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      ...change,
    });
  };

const whoWasAsked = (stage: Stage): string[] => stage.provider.asked.filter((one) => !one.includes('.well-known'));

describe('a provider is found', () => {
  it('by the name that OpenID gives its description', async () => {
    const { error } = await outcome((request, response) =>
      request.url === '/.well-known/openid-configuration'
        ? saying({
            subject_types_supported: ['public'],
            id_token_signing_alg_values_supported: ['RS256'],
            jwks_uri: `http://${request.headers.host}/jwks`,
          })(request, response)
        : status(response, 404),
    );
    expect(error).toBeUndefined();
  });

  it('although the server does not say where its own description is', async () => {
    const stage = await setStage();
    stage.server.challenge = undefined;
    expect(await failureOf(stage)).toBeUndefined();
  });

  it('although the server lets everybody in, as long as nothing is called', async () => {
    const stage = await setStage();
    stage.server.protects = 'calls';
    expect(await failureOf(stage)).toBeUndefined();
  });

  it('by what the definition says', async () => {
    const auth = { type: 'oauth', clientId: 'known', clientSecret: 'canary-known-secret-0815' } as const;
    const stage = await setStage({ auth });
    const { issuer } = stage.provider;
    stage.server.metadata = undefined;
    const named = { ...auth, authorizationUrl: `${issuer}/auth`, tokenUrl: `${issuer}/token`, scopes: ['openid'] };
    const toRun = { name: 'named', server: { url: stage.server.url, auth: named } };
    const ann = person();
    await expect(stage.signIn.start(toRun, ann)).resolves.toMatchObject({ issuer });
    expect(stage.provider.asked).not.toContain('GET /.well-known/oauth-authorization-server');
    const described = { ...auth, metadataUrl: `${issuer}/.well-known/openid-configuration`, scopes: ['openid'] };
    const other = { name: 'described', server: { url: stage.server.url, auth: described } };
    await expect(stage.signIn.start(other, person())).resolves.toMatchObject({ issuer });
  });
});

describe('a provider that lies', () => {
  it('about its name is not trusted', async () => {
    const { stage, error } = await outcome(saying({ issuer: 'https://accounts.example.com' }));
    expect(error).toMatchObject({
      problem: 'mismatch',
      message: `OAuth authentication failed: the authorization server at ${stage.provider.issuer} identifies itself as a different one`,
    });
    expect(whoWasAsked(stage)).toEqual([]);
  });

  it.each([
    ['a script', { authorization_endpoint: 'javascript:alert(1)' }],
    ['a file', { authorization_endpoint: 'file:///etc/passwd' }],
    ['a page without https', { authorization_endpoint: 'http://as.example.com/auth' }],
    ['a page with a user in front', { authorization_endpoint: 'https://accounts.example.com@evil.example/auth' }],
    ['a place for tokens without https', { token_endpoint: 'http://as.example.com/token' }],
  ])('and names %s is not followed', async (_, change) => {
    const { stage, error } = await outcome(saying(change));
    expect(error).toMatchObject({ name: 'SignInError', problem: expect.stringMatching(/^(refused|other)$/) });
    expect(whoWasAsked(stage)).toEqual([]);
  });

  it.each([
    [
      'registration_endpoint',
      'https://10.0.0.1/reg',
      'https://10.0.0.1/reg is not contacted: it is in a private network',
    ],
    [
      'registration_endpoint',
      'http://169.254.169.254/reg',
      'http://169.254.169.254/reg is not contacted: it is not https',
    ],
    [
      'token_endpoint',
      'https://192.168.1.1/token',
      'https://192.168.1.1/token is not contacted: it is in a private network',
    ],
    [
      'token_endpoint',
      'https://169.254.169.254/token',
      'https://169.254.169.254/token is not contacted: it is a special address',
    ],
  ])('and leads %s to %s is not followed', async (field, address, why) => {
    const { error } = await outcome(saying({ [field]: address }));
    expect(error).toMatchObject({ problem: 'refused', message: `OAuth authentication failed: ${why}` });
  });

  it.each([[{ code_challenge_methods_supported: undefined }], [{ code_challenge_methods_supported: ['plain'] }]])(
    'or cannot check who redeems a code is not used: %j',
    async (change) => {
      const { stage, error } = await outcome(saying(change));
      expect(error).toMatchObject({ problem: 'refused', message: expect.stringContaining('PKCE') });
      expect(whoWasAsked(stage)).toEqual([]);
    },
  );

  it('to somebody who knows better is found out', async () => {
    const { error } = await outcome(saying({}), { auth: { type: 'oauth', issuer: 'https://accounts.example.com' } });
    expect(error).toMatchObject({
      problem: 'mismatch',
      message: expect.stringContaining('https://accounts.example.com'),
    });
  });
});

describe('a provider that is out of order', () => {
  it('does not answer', async () => {
    const { stage, error } = await outcome(() => {}, { requestTimeoutMs: 300 });
    const address = `${stage.provider.issuer}/.well-known/oauth-authorization-server`;
    expect(error).toMatchObject({ message: `OAuth authentication failed: ${address} did not answer within 0.3 s` });
  });

  it('answers with half a description', async () => {
    const half: Answer = (_, response) => void response.writeHead(200).write('{"issuer');
    const { error } = await outcome(half, { requestTimeoutMs: 300 });
    expect(error).toMatchObject({ message: expect.stringContaining('did not answer within 0.3 s') });
  });

  it.each([
    ['no JSON', 'hello'],
    ['something else', '{"issuer":7}'],
  ])('answers with %s', async (_, text) => {
    const { error } = await outcome((_, response) => response.writeHead(200).end(text));
    expect(error).toMatchObject({
      message: 'OAuth authentication failed: the response of the authorization server is invalid',
    });
  });

  it('answers without end', async () => {
    const { error } = await outcome((_, response) => response.writeHead(200).end('x'.repeat(2_000_000)));
    expect(error).toMatchObject({ message: expect.stringContaining('answered with more than 1048576 bytes') });
  });

  it('sends people on to another machine', async () => {
    let isAsked = false;
    const other = await listening(createServer((_, response) => response.end(String((isAsked = true)))));
    const { error } = await outcome((_, response) => status(response, 302, '', { location: other }));
    expect(error).toMatchObject({ name: 'SignInError' });
    expect(isAsked).toBe(false);
  });
});

describe('a server that lies', () => {
  it('about what it is called gets no token for that', async () => {
    const stage = await setStage();
    stage.server.metadata = { ...stage.server.metadata, resource: 'https://bank.example.com/mcp' };
    expect(await failureOf(stage)).toMatchObject({
      problem: 'mismatch',
      message: `OAuth authentication failed: the server identifies itself as https://bank.example.com/mcp, but its URL is ${stage.server.url}`,
    });
    expect(whoWasAsked(stage)).toEqual([]);
  });

  it.each([
    ['https://10.0.0.1', 'it is in a private network'],
    ['https://[fd00::1]', 'it is in a private network'],
    ['http://169.254.169.254', 'it is not https'],
    ['https://169.254.169.254', 'it is a special address'],
    ['http://as.example.com', 'it is not https'],
  ])('and names %s as its provider is not followed', async (issuer, why) => {
    const stage = await setStage();
    stage.server.metadata = { ...stage.server.metadata, authorization_servers: [issuer] };
    expect(await failureOf(stage)).toMatchObject({ problem: 'refused', message: expect.stringMatching(`${why}$`) });
  });

  it('and has its description read from the machine it runs on is not followed', async () => {
    const stage = await setStage();
    stage.server.challenge = 'Bearer resource_metadata="http://169.254.169.254/latest/meta-data"';
    expect(await failureOf(stage)).toMatchObject({
      problem: 'refused',
      message: 'OAuth authentication failed: http://169.254.169.254/latest/meta-data is not contacted: it is not https',
    });
  });
});

it('a server without sign-in is reported', async () => {
  const url = `${await listening(createServer((_, response) => response.writeHead(401).end()))}/mcp`;
  const { signIn } = await setStage();
  await expect(signIn.start({ name: 'closed', server: { url } }, person())).rejects.toMatchObject({
    problem: 'undiscovered',
    message: `Authentication required by ${new URL(url).origin}, but OAuth endpoints could not be discovered`,
  });
});
