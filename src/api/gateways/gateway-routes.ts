import { Hono } from 'hono';
import type { GatewayHealth } from '../../gateway/session/session.ts';
import { knownGatewayToken } from '../../store/credentials/gateway-token.ts';
import { type GatewayNote, runningGateways } from '../../store/state/gateway-notes.ts';
import type { ApiContext } from '../api-context.ts';
import type { GatewaysAnswer, GatewayView } from '../contract/gateways.ts';
import { pathView, sanitized } from '../views/words.ts';
import { askGateway } from './ask-gateway.ts';
import { gatewayFigures } from './gateway-figures.ts';

/** `GET /api/gateways` */
export function gatewaysRoutes(api: ApiContext): Hono {
  return new Hono().get('/gateways', async (context) => {
    const notes = await runningGateways(api.host);
    const answer: GatewaysAnswer = await Promise.all(notes.map(async (note) => gatewayView(note, api)));
    return context.json(answer);
  });
}

async function gatewayView(note: GatewayNote, { host }: ApiContext): Promise<GatewayView> {
  const { pid, url, directory } = note;
  const shown = { pid, url, directory: pathView(directory, host) };
  try {
    const token = (await knownGatewayToken(host)) ?? '';
    const [health, metrics] = await Promise.all(['/health', '/metrics'].map((path) => askGateway(note, path, token)));
    const { servers, sessions, isComplete } = JSON.parse(health ?? '') as Partial<GatewayHealth>;
    if (!servers) throw new Error('it does not tell its figures to this machine');
    return {
      ...shown,
      figures: gatewayFigures(
        { servers, sessions: sessions ?? 0, isComplete: isComplete ?? false },
        metrics ?? '',
        host.now().getTime(),
      ),
    };
  } catch (error) {
    return { ...shown, problem: sanitized(error instanceof Error ? error.message : String(error)) };
  }
}
