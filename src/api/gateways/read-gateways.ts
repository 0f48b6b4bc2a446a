import type { GatewayHealth } from '../../gateway/session/session.ts';
import type { Host } from '../../model/host.ts';
import { knownGatewayToken } from '../../store/credentials/gateway-token.ts';
import { type GatewayNote, runningGateways } from '../../store/state/gateway-notes.ts';
import type { GatewaysAnswer, GatewayView } from '../contract/gateways.ts';
import { pathView, sanitized } from '../views/words.ts';
import { askGateway } from './ask-gateway.ts';
import { gatewayFigures } from './gateway-figures.ts';

/** The gateways that serve on this machine over HTTP, with their figures. */
export async function readGateways(host: Host): Promise<GatewaysAnswer> {
  const notes = await runningGateways(host);
  return Promise.all(notes.map(async (note) => gatewayView(note, host)));
}

async function gatewayView(note: GatewayNote, host: Host): Promise<GatewayView> {
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
