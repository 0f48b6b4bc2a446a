import { Hono } from 'hono';
import type { ApiContext } from '../api-context.ts';
import { readGateways } from './read-gateways.ts';

/** `GET /api/gateways` */
export function gatewaysRoutes({ host }: ApiContext): Hono {
  return new Hono().get('/gateways', async (context) => context.json(await readGateways(host)));
}
