import type { Gateway, GatewayEvent } from '../../gateway/session/session.ts';
import { visible } from '../../model/visible.ts';
import type { CommandContext } from '../program/command-context.ts';
import { faultText } from './keep-serving.ts';

/** Reports on stderr why servers are unavailable, once per reason. Returns a function that stops it. */
export function reportStates(gateway: Gateway, { output }: CommandContext): () => void {
  const told = new Set<string>();
  const tell = (text: string): void => {
    if (!told.has(text)) output.talk(text);
    told.add(text);
  };
  const hear = (event: GatewayEvent): void => {
    if (event.kind === 'server') reportReasons(gateway, tell);
    if (event.kind === 'fault') tell(faultText(event.reason, event.server));
    if (event.kind !== 'quarantine') return;
    const [server, tools] = [visible(event.server), event.tools.map(visible).join(', ')];
    if (event.isUnverified)
      return tell(`${server}: it cannot be read which tools were accepted, so withheld for now: ${tools}`);
    const accept = gateway.state?.shared
      ? `plugboard reload ${server} --accept --state <url>`
      : `plugboard reload ${server} --accept`;
    tell(`${server}: changed since approval, so withheld: ${tools}. Approve with: ${accept}`);
  };
  return gateway.onEvent(hear, { calls: false });
}

function reportReasons(gateway: Gateway, tell: (text: string) => void): void {
  for (const { name, state, reason, tip } of gateway.health().servers) {
    if (reason === undefined || state === 'backoff') continue;
    tell(`${visible(name)}: ${visible(reason)}${tip === undefined ? '' : ` ${visible(tip)}`}`);
  }
}
