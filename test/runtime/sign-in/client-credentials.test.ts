import { describe, expect, it } from 'vitest';
import { machineKey, machineSecret } from './support/identity-provider.ts';
import { setStage } from './support/stage.ts';

const pem = machineKey.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const values = { env: { SECRET: machineSecret, KEY: pem } };
const grantType = 'client_credentials';

describe('a program with a name of its own', () => {
  it.each([
    ['a secret', { clientId: 'machine-basic', clientSecret: '${SECRET}' }],
    [
      'a secret in the body',
      { clientId: 'machine-post', clientSecret: '${SECRET}', tokenEndpointAuthMethod: 'client_secret_post' },
    ],
    ['a private key', { clientId: 'machine-key', privateKey: '${KEY}' }],
  ])('is let in with %s, and nobody has to be there', async (_, client) => {
    const stage = await setStage({ auth: { type: 'oauth', grantType, ...client }, values });
    const token = (await stage.signIn.token(stage.toRun)) ?? '';
    expect(await stage.provider.find(token)).toMatchObject({ clientId: client.clientId, aud: stage.server.url });
    expect(stage.provider.asked).toEqual(['GET /.well-known/oauth-authorization-server', 'POST /token']);
    expect(await stage.signIn.token(stage.toRun)).toBe(token);
    stage.wait(3600);
    expect(await stage.signIn.token(stage.toRun)).not.toBe(token);
  });

  it('may be signed in beforehand', async () => {
    const client = { clientId: 'machine-basic', clientSecret: '${SECRET}' };
    const stage = await setStage({ auth: { type: 'oauth', grantType, ...client }, values });
    await expect(stage.signIn.start(stage.toRun)).resolves.toMatchObject({ issuer: stage.provider.issuer });
    await stage.signIn.token(stage.toRun);
    expect(stage.provider.asked.filter((one) => one === 'POST /token')).toHaveLength(1);
  });

  it('with the wrong secret is told so, without the secret', async () => {
    const env = { SECRET: 'canary-wrong-secret' };
    const client = { clientId: 'machine-basic', clientSecret: '${SECRET}' };
    const stage = await setStage({ auth: { type: 'oauth', grantType, ...client }, values: { env } });
    const error: unknown = await stage.signIn.token(stage.toRun).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      message: expect.stringMatching(/^OAuth authentication failed: .*\(invalid_client\)$/),
    });
    expect(String(error)).not.toContain('canary');
  });
});
