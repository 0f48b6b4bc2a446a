import { expect, it } from 'vitest';
import { BLOCKED_PORTS } from '../../../../src/runtime/connect/http/http-target.ts';
import { to } from '../../support/remote.ts';

it.each([...BLOCKED_PORTS])('port %s is not contacted, as with fetch', async (port) => {
  const url = `http://127.0.0.1:${port}/mcp`;
  await expect(fetch(url)).rejects.toMatchObject({ cause: { message: 'bad port' } });
  await expect(to(url).connect()).rejects.toMatchObject({ failure: { kind: 'values', message: /another protocol/ } });
});
